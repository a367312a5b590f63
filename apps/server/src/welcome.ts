import { demoPassword, demoUsers, findDemo } from '../seed/demo.ts';
import type { Running } from './start.ts';

const line = (label: string, value: string) => `  ${label.padEnd(12)}${value}`;

/** Says on the terminal where everything is, outside production; logs are for machines. */
export async function welcome({ deps, url }: Running): Promise<void> {
  if (deps.config.isProduction || !deps.config.roles.includes('http')) return;
  const lines = [
    '',
    'Parley is running.',
    '',
    line('Console', url),
    line('Widget', `${url}/demo`),
    line('API', `${url}/docs`),
    line('Mails', `${url}/dev/mail`),
  ];
  if (await findDemo(deps)) {
    lines.push(
      '',
      `Sign in as (password ${demoPassword})`,
      ...demoUsers.map(({ email, role, name }) => line('', `${email.padEnd(26)}role ${role}  ${name}`)),
    );
    if (deps.config.hasDemoLife) lines.push('', 'While somebody is signed in, the demo moves; DEMO_LIFE=off stops it.');
  }
  console.log(`${lines.join('\n')}\n`);
}
