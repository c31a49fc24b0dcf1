// RGBA (sRGB) to the pixels that encoders take: BT.709 limited range (ITU-R BT.709-6, item 3), with 128-bit SIMD.
// `scripts/wasm.sh` compiles it into rgba-to-yuv.wasm.ts. `convert` takes opaque frames; the others take premultiplied
// ones and give straight color with an alpha channel. Any width and height; 4:2:0 any even ones.
//
// Fixed point: luma in 15 fractional bits, chroma over the sum of four pixels in 17. The weights of each row
// add up exactly, so that grays have no color.
#include <stdint.h>
#include <wasm_simd128.h>

enum { YR = 5983, YG = 20127, YB = 2032 };     // 219/255 of 0.2126, 0.7152, 0.0722
enum { UR = -3298, UG = -11094, UB = 14392 };  // 224/255 of -0.1146, -0.3854, 0.5
enum { VR = 14392, VG = -13073, VB = -1319 };  // 224/255 of 0.5, -0.4542, -0.0458

// Four pixels as pairs of 16 bits: red and blue, green and alpha.
static inline v128_t red_blue(v128_t pixels) { return wasm_v128_and(pixels, wasm_i16x8_splat(255)); }
static inline v128_t green_alpha(v128_t pixels) { return wasm_u16x8_shr(pixels, 8); }

typedef struct { v128_t rb, ga; } weights;

static inline v128_t weigh(v128_t rb, v128_t ga, weights by) {
  return wasm_i32x4_add(wasm_i32x4_dot_i16x8(rb, by.rb), wasm_i32x4_dot_i16x8(ga, by.ga));
}

static inline v128_t luma(v128_t rb, v128_t ga, weights by) {
  return wasm_i32x4_shr(wasm_i32x4_add(weigh(rb, ga, by), wasm_i32x4_splat((16 << 15) + (1 << 14))), 15);
}

// Each pair of neighbors summed up, out of eight pixels.
static inline v128_t pairs(v128_t a, v128_t b) {
  return wasm_i16x8_add(wasm_i32x4_shuffle(a, b, 0, 2, 4, 6), wasm_i32x4_shuffle(a, b, 1, 3, 5, 7));
}

static inline v128_t chroma(v128_t rb, v128_t ga, weights by) {
  return wasm_i32x4_shr(wasm_i32x4_add(weigh(rb, ga, by), wasm_i32x4_splat((128 << 17) + (1 << 16))), 17);
}

static inline v128_t bytes(v128_t a, v128_t b, v128_t c, v128_t d) {
  return wasm_u8x16_narrow_i16x8(wasm_i16x8_narrow_i32x4(a, b), wasm_i16x8_narrow_i32x4(c, d));
}

#define WEIGHTS(r, g, b) {wasm_i16x8_make(r, b, r, b, r, b, r, b), wasm_i16x8_make(g, 0, g, 0, g, 0, g, 0)}

// Sixteen pixels of two rows.
static inline void block(const uint8_t *upper, const uint8_t *lower, uint8_t *y0, uint8_t *y1, uint8_t *u, uint8_t *v) {
  const weights y = WEIGHTS(YR, YG, YB), cu = WEIGHTS(UR, UG, UB), cv = WEIGHTS(VR, VG, VB);
  v128_t a[4], b[4], rb[4], ga[4], us[2], vs[2];
  for (int q = 0; q < 4; q++) {
    v128_t up = wasm_v128_load(upper + q * 16), low = wasm_v128_load(lower + q * 16);
    v128_t up_rb = red_blue(up), up_ga = green_alpha(up), low_rb = red_blue(low), low_ga = green_alpha(low);
    a[q] = luma(up_rb, up_ga, y);
    b[q] = luma(low_rb, low_ga, y);
    rb[q] = wasm_i16x8_add(up_rb, low_rb);
    ga[q] = wasm_i16x8_add(up_ga, low_ga);
  }
  for (int h = 0; h < 2; h++) {
    v128_t sum_rb = pairs(rb[h * 2], rb[h * 2 + 1]), sum_ga = pairs(ga[h * 2], ga[h * 2 + 1]);
    us[h] = chroma(sum_rb, sum_ga, cu);
    vs[h] = chroma(sum_rb, sum_ga, cv);
  }
  wasm_v128_store(y0, bytes(a[0], a[1], a[2], a[3]));
  wasm_v128_store(y1, bytes(b[0], b[1], b[2], b[3]));
  v128_t both = bytes(us[0], us[1], vs[0], vs[1]);
  wasm_v128_store64_lane(u, both, 0);
  wasm_v128_store64_lane(v, both, 1);
}

// Frames narrower than a block go through a block of their own, in which the last pixel is repeated.
enum { BLOCK = 16 };

static void widen(const uint8_t *from, int width, uint32_t *to) {
  const uint32_t *pixels = (const uint32_t *)from;
  for (int x = 0; x < BLOCK; x++) to[x] = pixels[x < width ? x : width - 1];
}

static void put(const uint8_t *from, int count, uint8_t *to) {
  for (int n = 0; n < count; n++) to[n] = from[n];
}

// Converts `rows` rows of RGBA at `from`, an even number, and writes them to the planes `y`, `u` and `v`.
__attribute__((export_name("convert"))) void convert(const uint8_t *from, uint8_t *y, uint8_t *u, uint8_t *v, int width, int rows) {
  for (int row = 0; row < rows; row += 2) {
    const uint8_t *upper = from + row * width * 4, *lower = upper + width * 4;
    uint8_t *y0 = y + row * width, *y1 = y0 + width;
    for (int x = 0; width >= BLOCK && x < width; x += BLOCK) {
      // The last block may overlap the one before: the same pixels give the same bytes.
      int at = x + BLOCK <= width ? x : width - BLOCK;
      block(upper + at * 4, lower + at * 4, y0 + at, y1 + at, u + at / 2, v + at / 2);
    }
    if (width < BLOCK) {
      uint32_t up[BLOCK], low[BLOCK];
      uint8_t a[BLOCK], b[BLOCK], cu[BLOCK / 2], cv[BLOCK / 2];
      widen(upper, width, up);
      widen(lower, width, low);
      block((uint8_t *)up, (uint8_t *)low, a, b, cu, cv);
      put(a, width, y0);
      put(b, width, y1);
      put(cu, width / 2, u);
      put(cv, width / 2, v);
    }
    u += width / 2;
    v += width / 2;
  }
}

// What premultiplied color is multiplied by to be straight: `whole` over the alpha, and nothing where nothing is.
static inline v128_t straightener(v128_t alpha, float whole) {
  return wasm_v128_and(wasm_f32x4_div(wasm_f32x4_splat(whole), wasm_f32x4_convert_i32x4(alpha)), wasm_i32x4_ne(alpha, wasm_i32x4_splat(0)));
}

// Rounded; never below 0 as it stands.
static inline v128_t straight(v128_t weighed, v128_t by, float offset) {
  v128_t value = wasm_f32x4_mul(wasm_f32x4_convert_i32x4(weighed), by);
  return wasm_i32x4_trunc_sat_f32x4(wasm_f32x4_add(value, wasm_f32x4_splat(offset + 0.5f)));
}

static const float FRACTION = 255.0f / (1 << 15);

// Sixteen pixels of two rows, their color weighted by their alpha where four share it.
static void alpha_block(const uint8_t *upper, const uint8_t *lower, uint8_t *y0, uint8_t *y1, uint8_t *u, uint8_t *v, uint8_t *a0, uint8_t *a1) {
  const weights y = WEIGHTS(YR, YG, YB), cu = WEIGHTS(UR, UG, UB), cv = WEIGHTS(VR, VG, VB);
  v128_t ys[2][4], as[2][4], rb[4], ga[4], us[2], vs[2];
  for (int q = 0; q < 4; q++) {
    for (int row = 0; row < 2; row++) {
      v128_t pixels = wasm_v128_load((row ? lower : upper) + q * 16);
      v128_t own_rb = red_blue(pixels), own_ga = green_alpha(pixels);
      as[row][q] = wasm_u32x4_shr(pixels, 24);
      ys[row][q] = straight(weigh(own_rb, own_ga, y), straightener(as[row][q], FRACTION), 16);
      rb[q] = row ? wasm_i16x8_add(rb[q], own_rb) : own_rb;
      ga[q] = row ? wasm_i16x8_add(ga[q], own_ga) : own_ga;
    }
  }
  for (int h = 0; h < 2; h++) {
    v128_t sum_rb = pairs(rb[h * 2], rb[h * 2 + 1]), sum_ga = pairs(ga[h * 2], ga[h * 2 + 1]);
    v128_t by = straightener(wasm_u32x4_shr(sum_ga, 16), FRACTION);
    us[h] = straight(weigh(sum_rb, sum_ga, cu), by, 128);
    vs[h] = straight(weigh(sum_rb, sum_ga, cv), by, 128);
  }
  wasm_v128_store(y0, bytes(ys[0][0], ys[0][1], ys[0][2], ys[0][3]));
  wasm_v128_store(y1, bytes(ys[1][0], ys[1][1], ys[1][2], ys[1][3]));
  wasm_v128_store(a0, bytes(as[0][0], as[0][1], as[0][2], as[0][3]));
  wasm_v128_store(a1, bytes(as[1][0], as[1][1], as[1][2], as[1][3]));
  v128_t both = bytes(us[0], us[1], vs[0], vs[1]);
  wasm_v128_store64_lane(u, both, 0);
  wasm_v128_store64_lane(v, both, 1);
}

// To 4:2:0 with a plane of alpha.
__attribute__((export_name("convertAlpha"))) void convert_alpha(const uint8_t *from, uint8_t *y, uint8_t *u, uint8_t *v, uint8_t *alpha, int width, int rows) {
  for (int row = 0; row < rows; row += 2) {
    const uint8_t *upper = from + row * width * 4, *lower = upper + width * 4;
    uint8_t *y0 = y + row * width, *y1 = y0 + width, *a0 = alpha + row * width, *a1 = a0 + width;
    for (int x = 0; width >= BLOCK && x < width; x += BLOCK) {
      int at = x + BLOCK <= width ? x : width - BLOCK;
      alpha_block(upper + at * 4, lower + at * 4, y0 + at, y1 + at, u + at / 2, v + at / 2, a0 + at, a1 + at);
    }
    if (width < BLOCK) {
      uint32_t up[BLOCK], low[BLOCK];
      uint8_t ys[2][BLOCK], as[2][BLOCK], cu[BLOCK / 2], cv[BLOCK / 2];
      widen(upper, width, up);
      widen(lower, width, low);
      alpha_block((uint8_t *)up, (uint8_t *)low, ys[0], ys[1], cu, cv, as[0], as[1]);
      put(ys[0], width, y0);
      put(ys[1], width, y1);
      put(as[0], width, a0);
      put(as[1], width, a1);
      put(cu, width / 2, u);
      put(cv, width / 2, v);
    }
    u += width / 2;
    v += width / 2;
  }
}

// Four pixels: as everywhere with 8 bits, but four times as fine.
static inline void deep(const uint8_t *from, v128_t *y, v128_t *u, v128_t *v, v128_t *a) {
  const weights wy = WEIGHTS(YR, YG, YB), wu = WEIGHTS(UR, UG, UB), wv = WEIGHTS(VR, VG, VB);
  v128_t pixels = wasm_v128_load(from), rb = red_blue(pixels), ga = green_alpha(pixels);
  v128_t alpha = wasm_u32x4_shr(pixels, 24), by = straightener(alpha, FRACTION * 4);
  *y = straight(weigh(rb, ga, wy), by, 64);
  *u = straight(weigh(rb, ga, wu), by, 512);
  *v = straight(weigh(rb, ga, wv), by, 512);
  *a = wasm_v128_or(wasm_i32x4_shl(alpha, 2), wasm_u32x4_shr(alpha, 6));
}

static void deep_block(const uint8_t *from, uint16_t *y, uint16_t *u, uint16_t *v, uint16_t *a) {
  for (int h = 0; h < 2; h++) {
    v128_t ys[2], us[2], vs[2], as[2];
    for (int q = 0; q < 2; q++) deep(from + h * 32 + q * 16, &ys[q], &us[q], &vs[q], &as[q]);
    wasm_v128_store(y + h * 8, wasm_i16x8_narrow_i32x4(ys[0], ys[1]));
    wasm_v128_store(u + h * 8, wasm_i16x8_narrow_i32x4(us[0], us[1]));
    wasm_v128_store(v + h * 8, wasm_i16x8_narrow_i32x4(vs[0], vs[1]));
    wasm_v128_store(a + h * 8, wasm_i16x8_narrow_i32x4(as[0], as[1]));
  }
}

// To 4:4:4 with 10 bits, and a plane of alpha; `count` pixels.
__attribute__((export_name("convertDeep"))) void convert_deep(const uint8_t *from, uint16_t *y, uint16_t *u, uint16_t *v, uint16_t *a, int count) {
  for (int x = 0; count >= BLOCK && x < count; x += BLOCK) {
    int at = x + BLOCK <= count ? x : count - BLOCK;
    deep_block(from + at * 4, y + at, u + at, v + at, a + at);
  }
  if (count < BLOCK) {
    uint32_t pixels[BLOCK];
    uint16_t planes[4][BLOCK], *to[4] = {y, u, v, a};
    widen(from, count, pixels);
    deep_block((uint8_t *)pixels, planes[0], planes[1], planes[2], planes[3]);
    for (int plane = 0; plane < 4; plane++) put((uint8_t *)planes[plane], count * 2, (uint8_t *)to[plane]);
  }
}

static inline v128_t channel(v128_t pixels, int shift, v128_t by) {
  v128_t value = wasm_v128_and(wasm_u32x4_shr(pixels, shift), wasm_i32x4_splat(255));
  return wasm_i32x4_shl(wasm_i32x4_min(straight(value, by, 0), wasm_i32x4_splat(255)), shift);
}

// To straight RGBA; `count` pixels.
__attribute__((export_name("convertStraight"))) void convert_straight(const uint8_t *from, uint8_t *to, int count) {
  for (int x = 0; x < count; x += 4) {
    // Behind the last pixels there is room: what is read and written there has no meaning.
    v128_t pixels = wasm_v128_load(from + x * 4), alpha = wasm_u32x4_shr(pixels, 24), by = straightener(alpha, 255);
    v128_t red_green = wasm_v128_or(channel(pixels, 0, by), channel(pixels, 8, by));
    wasm_v128_store(to + x * 4, wasm_v128_or(wasm_v128_or(red_green, channel(pixels, 16, by)), wasm_i32x4_shl(alpha, 24)));
  }
}
