/** Runs the type checker over every package, two at a time, and fails when any of them fails. */
import { spawn } from 'node:child_process';

const projects = [
  'packages/contract',
  'packages/client',
  'packages/nlu',
  'packages/vendors',
  'apps/server',
  'apps/console',
  'apps/widget',
  '.',
];

function check(project: string): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn('tsc', ['-p', project], { stdio: 'inherit', shell: process.platform === 'win32' });
    child.on('close', (code) => resolve(code ?? 1));
  });
}

let failed = false;
while (projects.length > 0) {
  const codes = await Promise.all(projects.splice(0, 2).map(check));
  failed ||= codes.some((code) => code !== 0);
}
process.exit(failed ? 1 : 0);
