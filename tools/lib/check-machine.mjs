// The first import of every command: runs before the others, which an older Node.js only reads.
const [major = 0] = process.versions.node.split('.').map(Number);

if (major < 20) {
  fail(`Node.js ${process.versions.node} is too old: install Node.js 20 or later from https://nodejs.org.`);
}
if (!isSupported()) {
  fail(
    `Stockbook does not start on ${process.platform}-${process.arch}: it needs Linux with glibc (Alpine has musl) or macOS, on x64 or arm64, or Windows on x64. Elsewhere use the container (docker compose).`,
  );
}

/** The registry has PostgreSQL for these machines. Alpine Linux has musl instead of glibc, which its programs need. */
function isSupported() {
  if (process.platform === 'win32') return process.arch === 'x64';
  if (!['x64', 'arm64'].includes(process.arch)) return false;
  if (process.platform === 'darwin') return true;
  if (process.platform !== 'linux') return false;
  /** @type {{ header?: { glibcVersionRuntime?: string } }} */
  const report = process.report.getReport();
  return report.header?.glibcVersionRuntime !== undefined;
}

/** @param {string} message */
function fail(message) {
  process.stderr.write(`stockbook: ${message}\n`);
  process.exit(1);
}
