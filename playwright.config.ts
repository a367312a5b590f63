import { defineConfig } from '@playwright/test';
import { browserHelp, findBrowsers } from './e2e/browser.ts';

const port = Number(process.env.E2E_PORT ?? 3210);

const { shell, whole = shell } = findBrowsers();
if (!shell) throw new Error(`There is no Chromium for the journeys. This helps: ${browserHelp}`);
const demo = ['conversation/*.e2e.ts', 'campaigns.e2e.ts', 'screens.e2e.ts', 'shell.e2e.ts', 'video.e2e.ts'];
const args = [
  '--no-sandbox',
  '--headless',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A microphone that beeps and a camera, for which nobody is asked. Its pictures are coded by software, here and on the other side: five a second do.
  '--use-fake-device-for-media-stream=fps=5',
  '--use-fake-ui-for-media-stream',
  // Pages here live for seconds: to optimize code and to collect garbage on helper threads costs a fifth of their processor time.
  '--js-flags=--no-opt --single-threaded-gc',
];

/** Browser journeys drive the product as it is shipped: the built console on its embedded database, with the demo enterprise. */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/setup.ts',
  fullyParallel: false,
  workers: 2,
  // Journeys of the demo's people follow each other, in however many files they are: a person has one session and one desk.
  projects: [
    { name: 'demo', testMatch: demo, workers: 1 },
    { name: 'others', testMatch: '*.e2e.ts', testIgnore: [...demo, 'push.e2e.ts'] },
    // The shell knows no notifications of the desktop: where there is no other, the journey says so.
    { name: 'push', testMatch: 'push.e2e.ts', use: { launchOptions: { executablePath: whole, args } } },
  ],
  // Upper bounds for a machine that stalls: every step waits for a sign, and goes on when it comes.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    locale: 'en-GB',
    timezoneId: 'Europe/Oslo',
    screenshot: 'only-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath: shell, args },
  },
  webServer: {
    command: 'node e2e/server.ts',
    url: `http://127.0.0.1:${port}/ready`,
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: { E2E_PORT: String(port) },
  },
});
