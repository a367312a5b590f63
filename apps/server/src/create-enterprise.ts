import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { parseArgs } from 'node:util';
import { administratorRole, Email, NewPassword, requiredText, z } from '@parley/contract';
import { violatedConstraint } from '#platform/db/database.ts';
import { hashPassword } from '#platform/secrets/password.ts';
import { readConfig } from './config.ts';
import { enterpriseContext } from './context-of.ts';
import { addUser, createEnterprise } from './domains/account/door.ts';
import { start } from './start.ts';

const usage = `Makes an enterprise and its first administrator.

  npm run enterprise:create -- --name "Acme" --email ada@acme.example [--administrator "Ada Lovelace"] [--password-stdin]

Without --password-stdin a password is made and shown once. An embedded database must not be in use: stop the server first.`;

const Input = z.object({ name: requiredText(120), email: Email, administrator: requiredText(120), password: NewPassword });

async function readInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '');
}

const { values } = parseArgs({
  options: {
    name: { type: 'string' },
    email: { type: 'string' },
    administrator: { type: 'string' },
    'password-stdin': { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
if (values.help || !values.name || !values.email) {
  console.log(usage);
  process.exit(values.help ? 0 : 1);
}
const isMade = !values['password-stdin'];
const input = Input.safeParse({
  name: values.name,
  email: values.email,
  administrator: values.administrator ?? values.email,
  password: isMade ? randomBytes(12).toString('base64url') : await readInput(),
});
if (!input.success) {
  for (const issue of input.error.issues) console.error(`${issue.path.join('.')}: ${issue.message}`);
  process.exit(1);
}

const config = readConfig(process.env, []);
// Starting the program without roles, on a port that nobody knows, migrates the database.
const running = await start({ ...config, roles: [], host: '127.0.0.1', port: 0, hasDemo: false, logLevel: 'error' });
try {
  const enterpriseId = randomUUIDv7();
  const { name, email, administrator, password } = input.data;
  const passwordHash = await hashPassword(password);
  await enterpriseContext(running.deps, enterpriseId).transaction(async (tx) => {
    await createEnterprise(tx, enterpriseId, { name });
    await addUser(tx, enterpriseId, { name: administrator, email, passwordHash, roles: [administratorRole], activatedAt: new Date() });
  });
  console.log(`Made the enterprise ${name} with the administrator ${email.toLowerCase()}.`);
  if (isMade) console.log(`Password: ${password}\nIt is shown this once. Please change it after signing in.`);
} catch (error) {
  if (violatedConstraint(error) !== 'users_email_key') throw error;
  console.error(`${input.data.email} is registered already.`);
  process.exitCode = 1;
} finally {
  await running.stop();
}
process.exit();
