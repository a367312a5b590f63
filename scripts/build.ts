/**
 * Builds the console, the designer and the widget, and says one line: on a terminal how far it is, and in the end how long it took. A build that fails shows
 * everything that it said.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
const vite = ['node_modules/.bin/vite', 'build', '--logLevel', 'warn'];
type Step = { name: string; folder: string; args: string[] };
/** One after the other: the first step of a folder empties it, and the bundler uses all cores by itself. */
const steps: Step[] = [
  { name: 'console', folder: 'apps/console', args: vite },
  { name: 'designer of streams', folder: 'apps/designer', args: vite },
  { name: 'designer of forms', folder: 'apps/designer', args: [...vite, '--config', 'vite.form.config.ts'] },
  { name: 'widget', folder: 'apps/widget', args: ['build.ts'] },
  { name: 'page of calls', folder: 'apps/widget', args: [...vite, '--config', 'vite.meet.config.ts'] },
  { name: 'compressed copies', folder: '.', args: ['scripts/after-build.ts'] },
];

const isTerminal = process.stdout.isTTY === true;
const clear = isTerminal ? '\r\u001b[2K' : '';
const startedAt = Date.now();
let warnings = '';

/** Runs a step, and keeps what it wrote: warnings of the bundler. */
async function run({ name, folder, args: [script = '', ...args] }: Step): Promise<void> {
  const file = script.startsWith('node_modules') ? path.join(root, script) : script;
  const child = spawn(process.execPath, [file, ...args], { cwd: path.join(root, folder), stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  if (code !== 0) {
    console.error(`\nBuilding the ${name} failed.\n${said}`);
    process.exit(1);
  }
  warnings += said;
}

if (!isTerminal) process.stdout.write('Building …');
for (const [index, step] of steps.entries()) {
  if (isTerminal) process.stdout.write(`${clear}Building ${index + 1} of ${steps.length}: ${step.name} …`);
  await run(step);
}
console.log(`${clear || ' '}${isTerminal ? 'Built' : 'built'} in ${Math.round((Date.now() - startedAt) / 1000)} s.`);
if (warnings.trim() !== '') console.warn(warnings.trim());
