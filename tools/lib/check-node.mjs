// Imported before everything else, which an older Node.js could not even read.
const [major = 0] = process.versions.node.split('.').map(Number);

if (major < 20) {
  process.stderr.write(
    `stockbook: Node.js ${process.versions.node} is too old: install Node.js 20 or later from https://nodejs.org.\n`,
  );
  process.exit(1);
}
