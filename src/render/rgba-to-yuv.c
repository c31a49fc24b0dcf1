// RGBA (sRGB, opaque) to 4:2:0 planes, BT.709 limited range (ITU-R BT.709-6, item 3), with 128-bit SIMD.
// `scripts/wasm.sh` compiles it into rgba-to-yuv.wasm.ts. Any even width and height.
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

static inline int weighed(const uint8_t *p, int r, int g, int b) { return p[0] * r + p[1] * g + p[2] * b; }

// One square of four pixels: for frames narrower than a block.
static inline void square(const uint8_t *upper, const uint8_t *lower, uint8_t *y0, uint8_t *y1, uint8_t *u, uint8_t *v) {
  const uint8_t *pixels[4] = {upper, upper + 4, lower, lower + 4};
  uint8_t *lumas[4] = {y0, y0 + 1, y1, y1 + 1};
  int su = 0, sv = 0;
  for (int n = 0; n < 4; n++) {
    *lumas[n] = (weighed(pixels[n], YR, YG, YB) + (16 << 15) + (1 << 14)) >> 15;
    su += weighed(pixels[n], UR, UG, UB);
    sv += weighed(pixels[n], VR, VG, VB);
  }
  *u = (su + (128 << 17) + (1 << 16)) >> 17;
  *v = (sv + (128 << 17) + (1 << 16)) >> 17;
}

// `from`: `rows` rows of RGBA, an even number; the planes Y, U and V each go on where they are told.
__attribute__((export_name("convert"))) void convert(const uint8_t *from, uint8_t *y, uint8_t *u, uint8_t *v, int width, int rows) {
  for (int row = 0; row < rows; row += 2) {
    const uint8_t *upper = from + row * width * 4, *lower = upper + width * 4;
    uint8_t *y0 = y + row * width, *y1 = y0 + width;
    for (int x = 0; width >= 16 && x < width; x += 16) {
      // The last block may overlap the one before: the same pixels give the same bytes.
      int at = x + 16 <= width ? x : width - 16;
      block(upper + at * 4, lower + at * 4, y0 + at, y1 + at, u + at / 2, v + at / 2);
    }
    for (int x = 0; width < 16 && x < width; x += 2)
      square(upper + x * 4, lower + x * 4, y0 + x, y1 + x, u + x / 2, v + x / 2);
    u += width / 2;
    v += width / 2;
  }
}
