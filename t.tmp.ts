// long clip numbers
import { stat, readdir, mkdir, rm } from 'node:fs/promises';
import { pinFilm, placeVideo, decodeVideo } from './src/media/index.ts';
const path = process.argv[2]!;
const dir='/tmp/v/long'; await rm(dir,{recursive:true,force:true}); await mkdir(dir,{recursive:true});
let t=performance.now();
const film = await pinFilm({dir, path});
console.log('pin', (performance.now()-t)/1000, film.form==='video'&&film.video);
if (film.form!=='video') throw 1;
const n = Number(process.argv[3]);
const place = placeVideo(film, {width:1920,height:1080},{strategy:'cover'},1);
t=performance.now();
const r = await decodeVideo({path:film.path,label:'x',contentType:film.contentType,video:film.video},{seconds:Array.from({length:n},(_,i)=>i/30),trimStartSeconds:0,endBehavior:'freeze',place},dir);
console.log('decode', (performance.now()-t)/1000, r.length);
let bytes=0; for (const f of await readdir(dir)) bytes+=(await stat(dir+'/'+f)).size;
console.log('MB', bytes/1e6, 'per frame KB', bytes/1e3/n, 'rss', process.memoryUsage.rss()/1e6);
