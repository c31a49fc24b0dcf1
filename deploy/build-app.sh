#!/bin/sh
# Builds Framepress in the folder $1 for an image, and removes what only the build needs. $2 lists the
# Debian packages of the image. Writes $1/sbom.cdx.json and the program $1/node.
set -eu
cd "$1"
npm ci --no-audit --no-fund --loglevel=error
npm run --silent templates
npm run --silent build
node deploy/sbom.mjs "$2" >sbom.cdx.json
npm prune --omit=dev --no-audit --no-fund --loglevel=error
# Not used by a service: types, source maps, and tests of libraries. Pages for browsers are in web/.
find node_modules dist -type f \( -name '*.map' -o -name '*.ts' -o -name '*.[cm]ts' -o -iname '*.md' \) -delete
find node_modules -type d \( -name dist-es -o -path '*/@azure/*/dist/browser' -o \
  -path '*/@azure/*/dist/react-native' \) -prune -exec rm -rf {} +
rm -rf node_modules/.cache node_modules/lottie-web/test node_modules/hls.js node_modules/canvaskit-wasm
find node_modules/lottie-web/build -type f -not -name lottie_svg.js -delete
find packages -mindepth 2 -maxdepth 2 -not -name dist -not -name package.json -exec rm -rf {} +
rm -rf packages/editor/dist packages/player/dist packages/studio/dist
cp -L "$(command -v node)" node
strip --strip-all node
