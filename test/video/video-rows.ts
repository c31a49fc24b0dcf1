export const x264 = (format: string, ...more: string[]) => [
  ...more,
  ...['-c:v', 'libx264', '-pix_fmt', format, '-crf', '16'],
];
const tagged = (space: string, primaries: string, transfer: string, range = 'tv') => [
  ...['-colorspace', space, '-color_primaries', primaries],
  ...['-color_trc', transfer, '-color_range', range],
];
const BT709 = tagged('bt709', 'bt709', 'bt709');
const to709 = ['-vf', 'scale=out_color_matrix=bt709:out_range=tv'];
/** Converts sRGB to HDR, with diffuse white at 203 cd/m². */
const hdr = (transfer: string, matrix = '2020_ncl') => [
  '-vf',
  `format=gbrp,zscale=matrixin=gbr:rangein=full:primariesin=709:transferin=iec61966-2-1:matrix=gbr:range=full:primaries=2020:transfer=linear:npl=203,format=gbrpf32le,zscale=matrixin=gbr:rangein=full:primariesin=2020:transferin=linear:npl=203:matrix=${matrix}:range=limited:primaries=2020:transfer=${transfer},format=yuv420p10le`,
];
const x265 = (...more: string[]) => [
  '-c:v',
  'libx265',
  '-x265-params',
  'log-level=none:crf=12',
  ...more,
];

/** Description, file, ffmpeg arguments, and the allowed difference of a channel. */
type Row = [what: string, file: string, output: string[], tolerance?: number];

export const OPAQUE: Row[] = [
  ['H.264, BT.709', 'a.mp4', [...to709, ...x264('yuv420p', ...BT709)]],
  ['H.264, untagged and small', 'b.mp4', x264('yuv420p')],
  ['H.264, BT.601', 'c.mp4', x264('yuv420p', ...tagged('smpte170m', 'smpte170m', 'smpte170m'))],
  ['H.264, full range', 'd.mp4', x264('yuvj420p', '-color_range', 'pc')],
  ['H.264, 4:2:2, 10 bit', 'e.mp4', x264('yuv422p10le')],
  ['H.264, 4:4:4', 'f.mp4', x264('yuv444p')],
  ['H.264, RGB', 'g.mp4', ['-c:v', 'libx264rgb', '-pix_fmt', 'rgb24', '-crf', '16']],
  ['H.264, fragments', 'h.mp4', x264('yuv420p', '-movflags', 'frag_keyframe+empty_moov')],
  ['H.264 in QuickTime', 'i.mov', x264('yuv420p')],
  ['H.264 in Matroska', 'j.mkv', x264('yuv420p')],
  ['H.264 in a transport stream', 'k.ts', x264('yuv420p')],
  ['H.264 in AVI, with B-frames', 'l.avi', x264('yuv420p', '-bf', '3')],
  ['H.264 in Flash video', 'm.flv', x264('yuv420p')],
  ['HEVC', 'n.mp4', [...to709, ...x265('-pix_fmt', 'yuv420p', '-tag:v', 'hvc1', ...BT709)]],
  ['HEVC, 10 bit', 'o.mp4', [...to709, ...x265('-pix_fmt', 'yuv420p10le', ...BT709)]],
  [
    'BT.2020 without HDR',
    'p.mp4',
    [
      '-vf',
      'format=gbrp,zscale=matrixin=gbr:rangein=full:primariesin=709:transferin=709:matrix=2020_ncl:range=limited:primaries=2020:transfer=2020_10,format=yuv420p10le',
      ...x265(...tagged('bt2020nc', 'bt2020', 'bt2020-10')),
    ],
  ],
  [
    'Display P3',
    'p3.mp4',
    [
      '-vf',
      'format=gbrp,zscale=matrixin=gbr:rangein=full:primariesin=709:transferin=709:matrix=709:range=limited:primaries=smpte432:transfer=709,format=yuv420p10le',
      ...x265(...tagged('bt709', 'smpte432', 'bt709')),
    ],
  ],
  [
    'HDR, PQ',
    'q.mp4',
    [...hdr('smpte2084'), ...x265(...tagged('bt2020nc', 'bt2020', 'smpte2084'))],
    40,
  ],
  [
    'HDR, HLG',
    'r.mp4',
    [...hdr('arib-std-b67'), ...x265(...tagged('bt2020nc', 'bt2020', 'arib-std-b67'))],
    40,
  ],
  [
    'VP8',
    's.webm',
    ['-c:v', 'libvpx', '-pix_fmt', 'yuv420p', '-b:v', '2M', '-deadline', 'realtime'],
  ],
  [
    'VP9',
    't.webm',
    ['-c:v', 'libvpx-vp9', '-pix_fmt', 'yuv420p', '-b:v', '2M', '-deadline', 'realtime'],
  ],
  [
    'VP9, 10 bit',
    'u.webm',
    ['-c:v', 'libvpx-vp9', '-pix_fmt', 'yuv420p10le', '-deadline', 'realtime'],
  ],
  ['AV1', 'v.mp4', ['-c:v', 'libsvtav1', '-preset', '12', '-pix_fmt', 'yuv420p']],
  ['AV1, 10 bit', 'w.webm', ['-c:v', 'libsvtav1', '-preset', '12', '-pix_fmt', 'yuv420p10le']],
  ['ProRes 422', 'x.mov', ['-c:v', 'prores_ks', '-profile:v', '2', '-pix_fmt', 'yuv422p10le']],
  ['DNxHR', 'y.mov', [...to709, '-c:v', 'dnxhd', '-profile:v', 'dnxhr_sq', '-pix_fmt', 'yuv422p']],
  [
    'DNxHR in MXF',
    'z.mxf',
    [...to709, '-c:v', 'dnxhd', '-profile:v', 'dnxhr_sq', '-pix_fmt', 'yuv422p'],
  ],
  ['Motion JPEG', 'aa.avi', ['-c:v', 'mjpeg', '-q:v', '2', '-pix_fmt', 'yuvj422p']],
  ['MPEG-4 Part 2 in AVI', 'ab.avi', ['-c:v', 'mpeg4', '-q:v', '2', '-bf', '2']],
  ['MPEG-4 Part 2 in MP4', 'ac.m4v', ['-c:v', 'mpeg4', '-q:v', '2']],
  ['MPEG-2 in a program stream', 'ad.mpg', ['-c:v', 'mpeg2video', '-q:v', '2']],
  ['MPEG-2 in a transport stream', 'ae.ts', ['-c:v', 'mpeg2video', '-q:v', '2']],
  ['MPEG-1', 'af.mpg', ['-c:v', 'mpeg1video', '-q:v', '2', '-f', 'mpeg']],
  ['Windows Media', 'ag.wmv', ['-c:v', 'wmv2', '-q:v', '2']],
  ['Theora', 'ah.ogv', ['-c:v', 'libtheora', '-q:v', '10']],
  ['FFV1', 'ai.mkv', ['-c:v', 'ffv1', '-pix_fmt', 'yuv444p']],
  ['Huffyuv', 'aj.avi', ['-c:v', 'huffyuv', '-pix_fmt', 'yuv422p']],
  ['raw RGB in AVI', 'ak.avi', ['-c:v', 'rawvideo', '-pix_fmt', 'bgr24']],
  [
    'interlaced, upper field first',
    'al.mp4',
    x264('yuv420p', '-flags', '+ilme+ildct', '-x264opts', 'tff=1'),
  ],
  [
    'interlaced MPEG-2',
    'am.mpg',
    [
      '-c:v',
      'mpeg2video',
      '-q:v',
      '2',
      '-flags',
      '+ilme+ildct',
      '-top',
      '1',
      '-vf',
      'setfield=tff',
    ],
  ],
  ['anamorphic', 'aq.mp4', x264('yuv420p', '-vf', 'scale=180:180,setsar=16/9')],
  ['of odd size', 'as.mkv', ['-vf', 'scale=321:181', '-c:v', 'ffv1', '-pix_fmt', 'yuv420p']],
  ['GIF', 'at.gif', ['-vf', 'split[a][b];[a]palettegen[p];[b][p]paletteuse'], 24],
  ['animated WebP', 'au.webp', ['-c:v', 'libwebp_anim', '-quality', '95'], 20],
];

export const CUT_OUT: Row[] = [
  [
    'VP9 with alpha',
    'alpha.webm',
    ['-c:v', 'libvpx-vp9', '-pix_fmt', 'yuva420p', '-b:v', '2M', '-deadline', 'realtime'],
  ],
  [
    'VP8 with alpha',
    'alpha8.webm',
    [
      '-c:v',
      'libvpx',
      '-pix_fmt',
      'yuva420p',
      '-b:v',
      '2M',
      '-auto-alt-ref',
      '0',
      '-deadline',
      'realtime',
    ],
  ],
  [
    'ProRes 4444',
    'alpha.mov',
    ['-c:v', 'prores_ks', '-profile:v', '4444', '-pix_fmt', 'yuva444p10le'],
  ],
  ['QuickTime Animation', 'animation.mov', ['-c:v', 'qtrle', '-pix_fmt', 'argb']],
  ['PNG in QuickTime', 'png.mov', ['-c:v', 'png', '-pix_fmt', 'rgba']],
  ['FFV1 with alpha', 'alpha.mkv', ['-c:v', 'ffv1', '-pix_fmt', 'bgra']],
  [
    'GIF with a transparent color',
    'alpha.gif',
    ['-vf', 'split[a][b];[a]palettegen[p];[b][p]paletteuse'],
    24,
  ],
  [
    'animated WebP with alpha',
    'alpha.webp',
    ['-c:v', 'libwebp_anim', '-pix_fmt', 'bgra', '-lossless', '1'],
    20,
  ],
];
