import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from 'playwright';

const run = promisify(execFile);

export type BrowserLaunch = { executablePath: string; args: string[]; env: Record<string, string> };

/**
 * The Chromium that the tests run in, as Playwright's launch options. On Linux x64 it comes from the npm
 * registry with the libraries and the font that a bare system lacks, and is unpacked at the first use;
 * elsewhere it is Playwright's own, which `playwright install chromium` downloads.
 */
export async function launchOptions(): Promise<BrowserLaunch> {
  const env = inheritedEnv();
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return { executablePath: chromium.executablePath(), args: [], env };
  }
  const folder = await unpack();
  return {
    executablePath: join(folder, 'chromium'),
    // Root has no use of the sandbox, and containers forbid it. The headless shell draws without a GPU.
    args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'],
    env: {
      ...env,
      LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    },
  };
}

function inheritedEnv(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** @returns the folder of the unpacked browser, which takes its name when it is complete */
async function unpack(): Promise<string> {
  const packageDir = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '..');
  const { version }: { version: string } = JSON.parse(
    await readFile(join(packageDir, 'package.json'), 'utf8'),
  );
  const cache = join(import.meta.dirname, '../node_modules/.cache');
  const folder = join(cache, `chromium-${version}`);
  if (existsSync(folder)) return folder;

  await mkdir(cache, { recursive: true });
  const draft = await mkdtemp(`${folder}.`);
  // The package unpacks into the temporary folder, so this process is given one of its own: a shared
  // /tmp/chromium would belong to whichever user and version came first.
  const code = `import { inflate } from '@sparticuz/chromium';
    await Promise.all(process.argv.slice(1).map((archive) => inflate(archive)));`;
  const archives = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'];
  await run(
    process.execPath,
    ['--input-type=module', '--eval', code, ...archives.map((name) => join(packageDir, 'bin', name))],
    { cwd: import.meta.dirname, env: { ...process.env, TMPDIR: draft } },
  );
  await writeFile(join(draft, 'fonts.conf'), fontConfiguration(folder));
  // Other users may use the files that root has unpacked.
  await Promise.all([chmod(draft, 0o755), chmod(join(draft, 'chromium'), 0o755)]);
  try {
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true });
    // Another run has finished first.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

function fontConfiguration(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${folder}/font-cache</cachedir>
</fontconfig>
`;
}
