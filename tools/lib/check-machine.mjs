// The first import of every command: runs before the others, which an older Node.js only reads.
const [major = 0] = process.versions.node.split('.').map(Number);

if (major < 20) {
  fail(`Node.js ${process.versions.node} is too old: install Node.js 20 or later from https://nodejs.org.`);
}
if (!isSupported()) {
  fail(
    `Stockbook does not start on ${process.platform}-${process.arch}: it needs Linux with glibc on x64 or arm64. On macOS and Windows use the container (docker compose), or WSL 2.`,
  );
}

/** The pinned Node.js, PostgreSQL and build tools of the registry are for these machines. Alpine Linux has no glibc. */
function isSupported() {
  if (process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch)) return false;
  /** @type {{ header?: { glibcVersionRuntime?: string } }} */
  const report = process.report.getReport();
  return report.header?.glibcVersionRuntime !== undefined;
}

/** @param {string} message */
function fail(message) {
  process.stderr.write(`stockbook: ${message}\n`);
  process.exit(1);
}
