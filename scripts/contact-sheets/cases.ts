import { createCanvas } from '@napi-rs/canvas';

/** Texts by editable, and whether the images are portrait photos. */
export type SheetCase = { texts: Record<string, string>; isPortrait?: boolean };

const LONG_NAME = 'Maximiliana-Alexandra von Hohenstein';
const LONG_MESSAGE =
  'May this year be full of good company, long walks, loud music and cake for breakfast. May every train be on time, every coffee hot and every plant in your window green. All the best from everyone at the studio, near and far!';

/** Content of each contact sheet; texts for editables that a template does not have are ignored. */
export const CASES: Record<string, SheetCase> = {
  example: { texts: {} },
  short: {
    texts: {
      name: 'Al',
      greeting: 'Hi',
      message: 'Enjoy!',
      t_01: 'Glow',
      t_02: 'New.',
      t_03: '−5%',
      t_04: 'Go',
      sale_word: 'OFF',
      discount: '−5%',
      period: 'today',
      product_name: 'One',
      price: '€ 9',
      old_price: '€ 10',
      claim: 'Listen.',
      call: 'Go',
    },
  },
  long: {
    texts: {
      name: LONG_NAME,
      greeting: 'Our very warmest wishes on your birthday,',
      message: LONG_MESSAGE,
      t_01: 'Extraordinarily radiant complexion, morning until midnight',
      t_02: 'A light day cream with vitamin C and hyaluronic acid, made by hand in small batches for sensitive skin.',
      t_03: 'Buy two, pay one',
      t_04: 'Find your nearest dermatologist',
      sale_word: 'Räumungsverkauf',
      discount: '2 for 1',
      period: 'only while stocks last',
      product_name: 'Geräuschunterdrückungskopfhörer Professional Edition',
      price: '1.299,95 €',
      old_price: 'recommended 1.799,95 €',
      claim: 'Every whisper, every heartbeat, every unforgettable note.',
      call: 'Discover the whole collection',
    },
  },
  arabic: {
    texts: {
      name: 'عبد الرحمن',
      greeting: 'عيد ميلاد سعيد،',
      message: 'نتمنى لك عامًا مليئًا بالفرح والصحة والأصدقاء الطيبين. كل الحب من جميع أفراد الأسرة!',
      t_01: 'إشراقة كل يوم',
      t_02: 'كريم نهاري خفيف بفيتامين سي، يُصنع بكميات صغيرة.',
      t_03: '٪٢٠−',
      t_04: 'تسوّق الآن',
      sale_word: 'تخفيضات',
      discount: '٪٣٠−',
      period: 'نهاية هذا الأسبوع فقط',
      product_name: 'سماعات السحابة التاسعة',
      price: '٨٩ €',
      old_price: '١٢٩ €',
      claim: 'اسمع أدق التفاصيل.',
      call: 'اطلب الآن',
    },
  },
  japanese: {
    texts: {
      name: '小鳥遊 さくら',
      greeting: 'お誕生日おめでとう',
      message:
        '素敵な一年になりますように。美味しいケーキと、楽しい仲間と、たくさんの笑顔に囲まれて過ごしてください。',
      t_01: '毎日、輝く素肌へ',
      t_02: 'ビタミンC配合の軽いデイクリーム。少量ずつ丁寧に作っています。',
      t_03: '20%オフ',
      t_04: '今すぐ購入',
      sale_word: '大特価',
      discount: '30%オフ',
      period: '今週末限定',
      product_name: 'クラウドナイン ヘッドホン',
      price: '8,900円',
      old_price: '12,900円',
      claim: '小さな音まで、すべて聴こえる。',
      call: '今すぐ注文',
    },
  },
  portrait: { texts: { name: 'Zoë Łucja' }, isPortrait: true },
};

/** Returns a portrait photo, 3:4, with the hair close to the upper edge, as phones take them. */
export function portraitPhoto(): Buffer {
  const [width, height] = [900, 1200];
  const canvas = createCanvas(width, height);
  const ctx = canvas.getContext('2d');
  const wall = ctx.createLinearGradient(0, 0, width, height);
  wall.addColorStop(0, '#9fc4b7');
  wall.addColorStop(1, '#41736c');
  ctx.fillStyle = wall;
  ctx.fillRect(0, 0, width, height);
  const oval = ({
    x,
    y,
    rx,
    ry,
    color,
  }: {
    x: number;
    y: number;
    rx: number;
    ry: number;
    color: string;
  }) => {
    ctx.fillStyle = color;
    ctx.beginPath();
    ctx.ellipse(x, y, rx, ry, 0, 0, Math.PI * 2);
    ctx.fill();
  };
  oval({ x: 450, y: 1260, rx: 440, ry: 360, color: '#e8c24a' });
  oval({ x: 450, y: 330, rx: 270, ry: 300, color: '#2c1b18' });
  oval({ x: 310, y: 230, rx: 130, ry: 140, color: '#2c1b18' });
  oval({ x: 590, y: 230, rx: 130, ry: 140, color: '#2c1b18' });
  oval({ x: 450, y: 160, rx: 150, ry: 120, color: '#2c1b18' });
  oval({ x: 450, y: 830, rx: 105, ry: 170, color: '#a8694a' });
  oval({ x: 450, y: 500, rx: 215, ry: 290, color: '#c98560' });
  oval({ x: 450, y: 275, rx: 225, ry: 105, color: '#2c1b18' });
  for (const side of [-1, 1]) {
    oval({ x: 450 + side * 82, y: 480, rx: 20, ry: 24, color: '#201412' });
    oval({ x: 450 + side * 120, y: 590, rx: 42, ry: 30, color: '#d98a6a' });
  }
  oval({ x: 450, y: 560, rx: 22, ry: 40, color: '#b97452' });
  ctx.strokeStyle = '#6e2f28';
  ctx.lineWidth = 14;
  ctx.lineCap = 'round';
  ctx.beginPath();
  ctx.arc(450, 600, 92, Math.PI * 0.2, Math.PI * 0.8);
  ctx.stroke();
  return canvas.toBuffer('image/jpeg', 90);
}
