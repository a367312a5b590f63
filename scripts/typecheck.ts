/**
 * Runs the type checker over everything, two programs at a time, and fails when any of them fails. What runs on Node is one program, since each
 * part imports the next: checked apart, the server's sources would be read three times. Each folder keeps a tsconfig of its own for editors.
 */
import { spawn } from 'node:child_process';

const projects = ['.', 'apps/console', 'packages/contract', 'apps/widget', 'apps/designer', 'packages/ui'];

function check(project: string): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn('tsc', ['-p', project], { stdio: 'inherit', shell: process.platform === 'win32' });
    child.on('close', (code) => resolve(code ?? 1));
  });
}

async function checkInTurn(): Promise<boolean> {
  let isGreen = true;
  for (let project = projects.shift(); project !== undefined; project = projects.shift()) isGreen = (await check(project)) === 0 && isGreen;
  return isGreen;
}

const areGreen = await Promise.all([checkInTurn(), checkInTurn()]);
process.exit(areGreen.every(Boolean) ? 0 : 1);
