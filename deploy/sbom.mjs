// Prints a CycloneDX document of the npm packages that are installed here, and of the Debian packages
// in the file that is given: lines of name, version and architecture.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const options = ['sbom', '--sbom-format=cyclonedx', '--omit=dev'];
const document = JSON.parse(execFileSync('npm', options, { maxBuffer: 2 ** 28 }));
const lines = readFileSync(process.argv[2], 'utf8').trim().split('\n');
const debian = lines.map((line) => {
  const [name, version, architecture] = line.split(' ');
  const purl = `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${architecture}`;
  return { type: 'library', 'bom-ref': purl, name, version, purl };
});
document.components.push(...debian);
process.stdout.write(`${JSON.stringify(document, null, 1)}\n`);
