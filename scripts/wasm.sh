#!/bin/sh
# Compiles the frame conversion to WebAssembly (Debian: clang, lld). Its result is kept in the
# repository, so that nobody needs a compiler.
set -e
cd "$(dirname "$0")/../src/raster"
wasm=$(mktemp)
clang --target=wasm32 -O3 -msimd128 -mbulk-memory -nostdlib -Wl,--no-entry -Wl,--strip-all -Wl,--import-memory \
  -o "$wasm" rgba-to-yuv.c
{
  echo "/** rgba-to-yuv.c as WebAssembly; made by scripts/wasm.sh. */"
  echo "export const RGBA_TO_YUV_WASM ="
  echo "  '$(base64 -w 0 "$wasm")';"
} >rgba-to-yuv.wasm.ts
rm -f "$wasm"
