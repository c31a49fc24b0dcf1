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

// Two pixels' weighted channels as pairs of sums: [r·R + g·G, b·B] each.
static inline v128_t weigh(v128_t low, v128_t high, v128_t weights) {
  v128_t a = wasm_i32x4_dot_i16x8(low, weights), b = wasm_i32x4_dot_i16x8(high, weights);
  return wasm_i32x4_add(wasm_i32x4_shuffle(a, b, 0, 2, 4, 6), wasm_i32x4_shuffle(a, b, 1, 3, 5, 7));
}

static inline v128_t luma(v128_t pixels, v128_t weights) {
  v128_t half = wasm_i32x4_splat((16 << 15) + (1 << 14));
  v128_t sum = weigh(wasm_u16x8_extend_low_u8x16(pixels), wasm_u16x8_extend_high_u8x16(pixels), weights);
  return wasm_i32x4_shr(wasm_i32x4_add(sum, half), 15);
}

// The channels of two squares of 2x2 pixels, each summed up, out of four pixels of two rows.
static inline v128_t squares(v128_t upper, v128_t lower) {
  v128_t left = wasm_i16x8_add(wasm_u16x8_extend_low_u8x16(upper), wasm_u16x8_extend_low_u8x16(lower));
  v128_t right = wasm_i16x8_add(wasm_u16x8_extend_high_u8x16(upper), wasm_u16x8_extend_high_u8x16(lower));
  return wasm_i16x8_add(wasm_i64x2_shuffle(left, right, 0, 2), wasm_i64x2_shuffle(left, right, 1, 3));
}

static inline v128_t chroma(v128_t low, v128_t high, v128_t weights) {
  v128_t half = wasm_i32x4_splat((128 << 17) + (1 << 16));
  return wasm_i32x4_shr(wasm_i32x4_add(weigh(low, high, weights), half), 17);
}

static inline v128_t bytes(v128_t a, v128_t b, v128_t c, v128_t d) {
  return wasm_u8x16_narrow_i16x8(wasm_i16x8_narrow_i32x4(a, b), wasm_i16x8_narrow_i32x4(c, d));
}

// Sixteen pixels of two rows.
static inline void block(const uint8_t *upper, const uint8_t *lower, uint8_t *y0, uint8_t *y1, uint8_t *u, uint8_t *v) {
  const v128_t y = wasm_i16x8_make(YR, YG, YB, 0, YR, YG, YB, 0);
  const v128_t cu = wasm_i16x8_make(UR, UG, UB, 0, UR, UG, UB, 0);
  const v128_t cv = wasm_i16x8_make(VR, VG, VB, 0, VR, VG, VB, 0);
  v128_t a[4], b[4], sums[4];
  for (int q = 0; q < 4; q++) {
    v128_t up = wasm_v128_load(upper + q * 16), low = wasm_v128_load(lower + q * 16);
    a[q] = luma(up, y);
    b[q] = luma(low, y);
    sums[q] = squares(up, low);
  }
  wasm_v128_store(y0, bytes(a[0], a[1], a[2], a[3]));
  wasm_v128_store(y1, bytes(b[0], b[1], b[2], b[3]));
  v128_t u0 = chroma(sums[0], sums[1], cu), u1 = chroma(sums[2], sums[3], cu);
  v128_t v0 = chroma(sums[0], sums[1], cv), v1 = chroma(sums[2], sums[3], cv);
  wasm_v128_store64_lane(u, bytes(u0, u1, u0, u1), 0);
  wasm_v128_store64_lane(v, bytes(v0, v1, v0, v1), 0);
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

// `from`: width × height RGBA; `to`: the planes Y, U, V one after another.
__attribute__((export_name("convert"))) void convert(const uint8_t *from, uint8_t *to, int width, int height) {
  uint8_t *u = to + width * height, *v = u + (width / 2) * (height / 2);
  for (int row = 0; row < height; row += 2) {
    const uint8_t *upper = from + row * width * 4, *lower = upper + width * 4;
    uint8_t *y0 = to + row * width, *y1 = y0 + width;
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
