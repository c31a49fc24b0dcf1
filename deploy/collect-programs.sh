#!/bin/sh
# Installs ffmpeg, Noto fonts and tini in a build stage, and copies only their files to $1/root:
# programs, the libraries that they load, and fonts. $1/packages.txt lists all packages of the image.
set -eu
out=$1
list='${Package} ${Version} ${Architecture}\n'
mkdir -p "$out/root/var/lib/dpkg/status.d"
dpkg-query -W -f "$list" >"$out/packages.txt"
find /usr /bin /lib /etc -xdev \( -type f -o -type l \) 2>/dev/null | sort >/tmp/before
apt-get update -qq
apt-get install -y -qq --no-install-recommends \
  ca-certificates ffmpeg fonts-noto-cjk fonts-noto-core gcc libc6-dev tini >/dev/null

# Loads of shared libraries go by the name in the program, which may be a symbolic link.
keep() {
  case $1 in /lib*) to=/usr$1 ;; *) to=$1 ;; esac
  grep -qxF -e "$1" -e "$to" /tmp/before && return
  mkdir -p "$out/root$(dirname "$to")"
  cp -L "$1" "$out/root$to"
  dpkg -S "$(readlink -f "$1")" 2>/dev/null | cut -d: -f1 >>/tmp/kept || true
}

for program in /usr/bin/ffmpeg /usr/bin/ffprobe /usr/bin/tini; do
  keep "$program"
  for library in $(ldd "$program" | awk '$2 == "=>" && $3 ~ /^\// { print $3 }'); do
    keep "$library"
  done
done
# 30 MB of tables for XML in rare encodings, which ffmpeg never reads here. An empty library takes their
# place; ICU then reports that it has no converters.
for data in "$out"/root/usr/lib/*/libicudata.so.*; do
  number=${data##*.so.}
  echo "const char icudt${number}_dat[64] = {0};" |
    gcc -shared -x c -o "$data" -Wl,-soname,"libicudata.so.$number" -
done

for folder in /usr/share/fonts/truetype/noto /usr/share/fonts/opentype/noto /etc/ssl/certs; do
  mkdir -p "$out/root$(dirname $folder)"
  cp -rL "$folder" "$out/root$folder"
done
printf '%s\n' ca-certificates fonts-noto-cjk fonts-noto-core >>/tmp/kept

# Scanners read these files, as in images without dpkg's own database.
sort -u /tmp/kept | while read -r package; do
  dpkg-query -s "$package" >"$out/root/var/lib/dpkg/status.d/$package"
  dpkg-query -W -f "$list" "$package" >>"$out/packages.txt"
done
sort -u -o "$out/packages.txt" "$out/packages.txt"
