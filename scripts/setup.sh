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
    # Another program may have this name.
    convert -version 2>/dev/null | grep -q ImageMagick || missing="$missing imagemagick"
    [ -d /usr/share/unicode ] || missing="$missing unicode-data"
    # A store that speaks S3, to deliver to.
    [ -d /usr/lib/python3/dist-packages/swift ] || missing="$missing python3-swift"
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

if [ -n "$missing" ]; then
  if ! { command -v apt-get >/dev/null 2>&1 && install_with_apt; }; then
    echo "Framepress needs these programs and fonts, which could not be installed here:$missing" >&2
    case "$(uname -s)" in
      Darwin) echo "Install them with: brew install ffmpeg && brew install --cask font-noto-sans" >&2 ;;
      *) echo "Install them with: sudo apt-get update && sudo apt-get install -y$missing" >&2 ;;
    esac
    exit 1
  fi
fi

# The stamp is a copy of the lock file that node_modules was installed from.
stamp=node_modules/.framepress-lock
if ! cmp -s package-lock.json "$stamp" 2>/dev/null; then
  echo "Installing npm packages …"
  npm ci --no-audit --no-fund --loglevel=error
  cp package-lock.json "$stamp"
fi

# The bundled templates, built anew when a source or a font package is newer.
if [ ! -d templates/dist ] || [ -n "$(find templates package-lock.json -newer templates/dist -not -path 'templates/dist*' -type f | head -1)" ]; then
  npm run --silent templates
  touch templates/dist
fi
