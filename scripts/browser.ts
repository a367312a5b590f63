/**
 * Says in which browser the journeys run, and brings one where there is none: `npm run browser`. On Linux (x64) it comes by npm, from which the
 * rest came as well, with the libraries and fonts that a bare machine lacks; elsewhere by Playwright's download. It lies in .cache and is part
 * of no install: production needs none, and most who develop have one.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { broughtFolder, findBrowsers, wholeBrowserHelp } from '../e2e/browser.ts';

function run(command: string, args: string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}): void {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32', ...options });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? `ended with ${status}`}`);
}

/** Runs the npm of `npm run` itself, which need not be on the PATH. */
function runNpm(args: string[], cwd: string): void {
  const program = process.env.npm_execpath;
  if (program?.endsWith('.js')) run(process.execPath, [program, ...args], { cwd });
  else run('npm', args, { cwd });
}

/** The package's own file names folders of a cloud's functions. Fonts of the machine come as well, where it has some. */
const fonts = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/** Starts the program with the libraries and fonts that lie beside it; no other program is needed for it. */
const starter = `#!/bin/sh
here=\${0%/*}
LD_LIBRARY_PATH=$here/al2023/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} FONTCONFIG_PATH=$here/fonts exec "$here/chromium" "$@"
`;

/** Installs the pinned package, whose lock file has the hash of each of its parts, and unpacks it. The folder is whole or not there. */
function bringByNpm(): void {
  const folder = `${broughtFolder}.${process.pid}`;
  const unpacked = path.join(folder, 'unpacked');
  try {
    mkdirSync(unpacked, { recursive: true });
    cpSync(path.join(import.meta.dirname, 'browser'), folder, { recursive: true });
    runNpm(['ci', '--ignore-scripts', '--no-fund', '--no-audit', '--loglevel=error'], folder);
    // The package unpacks into the folder for temporary files, and its libraries only where it takes itself to be in a cloud's function.
    const unpack = "const { default: chromium } = await import('@sparticuz/chromium'); await chromium.executablePath();";
    const env = { ...process.env, TMPDIR: unpacked, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };
    run(process.execPath, ['--input-type=module', '-e', unpack], { cwd: folder, env });
    writeFileSync(path.join(unpacked, 'fonts/fonts.conf'), fonts);
    const file = path.join(unpacked, 'chromium-headless-shell');
    writeFileSync(file, starter);
    chmodSync(file, 0o755);
    rmSync(broughtFolder, { recursive: true, force: true });
    renameSync(unpacked, broughtFolder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const bringByPlaywright = () =>
  run(process.execPath, [path.join(import.meta.dirname, '../node_modules/@playwright/test/cli.js'), 'install', 'chromium']);

const ways = process.platform === 'linux' && process.arch === 'x64' ? [bringByNpm, bringByPlaywright] : [bringByPlaywright];
let { shell } = findBrowsers();
for (const bring of ways) {
  if (shell) break;
  console.log('There is no Chromium here: one is brought.');
  try {
    bring();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
  ({ shell } = findBrowsers());
}
if (!shell) {
  console.error(`No browser could be brought. This helps: ${wholeBrowserHelp}`);
  process.exit(1);
}
console.log(`The journeys run in ${shell}`);
