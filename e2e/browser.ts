import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';

const root = path.join(import.meta.dirname, '..');
const { dependencies } = JSON.parse(readFileSync(path.join(root, 'scripts/browser/package.json'), 'utf8')) as {
  dependencies: { '@sparticuz/chromium': string };
};

/** Folder in which `scripts/browser.ts` puts the npm package; its name holds the version, so that a newer one is downloaded again. */
export const broughtFolder = path.join(root, '.cache/browser', dependencies['@sparticuz/chromium']);
const brought = path.join(broughtFolder, 'chromium-headless-shell');

/** The command that helps where there is no browser, and the one that helps where there is none with windows and services. */
export const browserHelp = 'npm run browser';
export const wholeBrowserHelp = process.platform === 'linux' ? 'apt-get install chromium' : 'npx playwright install chromium';

/**
 * @property whole a browser with its services, such as notifications of the desktop
 * @property shell the same engine without them, which takes a seventh less of the processor; the whole one where there is no shell
 */
export type Browsers = { whole?: string; shell?: string };

const isShell = (file: string) => /headless[-_]shell/.test(path.basename(file));

/** Debian's starter turns rasterizing by the graphics card on, which without such a card costs most of the time: the program is behind it. */
function findDebian(name: string): string | undefined {
  const starter = (process.env.PATH ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, name))
    .find((file) => existsSync(file));
  const program = path.join('/usr/lib/chromium', name);
  return starter && existsSync(program) ? program : starter;
}

/** A browser that Playwright has downloaded may lack libraries of the system: it counts when it says its version. */
function startsHere(file: string): boolean {
  try {
    execFileSync(file, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function findPlaywright(): Browsers {
  const whole = chromium.executablePath();
  // The shell of the same revision lies beside it: chromium-1255 and chromium_headless_shell-1255.
  const [, folder = '', revision = ''] = /^(.*)[/\\]chromium-(\d+)[/\\]/.exec(whole) ?? [];
  const shells = globSync(path.join(folder, `chromium_headless_shell-${revision}`, '*', '{chrome-headless-shell,headless_shell}{,.exe}'));
  return { whole: [whole].find((file) => existsSync(file) && startsHere(file)), shell: shells.find(startsHere) };
}

/**
 * Finds the browsers for the journeys: the one that CHROMIUM names, or else Debian's, the one that was brought by npm, and Playwright's own.
 * @throws Error when CHROMIUM names nothing
 */
export function findBrowsers(): Browsers {
  const named = process.env.CHROMIUM;
  if (named && !existsSync(named)) throw new Error(`CHROMIUM names ${named}, which is not there.`);
  if (named) return isShell(named) ? { shell: named } : { whole: named, shell: named };
  const debian = { whole: findDebian('chromium'), shell: findDebian('chromium-headless-shell') };
  if (debian.whole) return { whole: debian.whole, shell: debian.shell ?? debian.whole };
  const playwright = findPlaywright();
  const shells = [debian.shell, existsSync(brought) ? brought : undefined, playwright.shell, playwright.whole];
  return { whole: playwright.whole, shell: shells.find(Boolean) };
}
