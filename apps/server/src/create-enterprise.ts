import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { Email, NewPassword, requiredText, z } from '@parley/contract';

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

// Loaded when there is something to do: what is missing or wrong is told at once.
const { makeFirstEnterprise } = await import('./first-enterprise.ts');
const { name, email, password } = input.data;
if (await makeFirstEnterprise(input.data)) {
  console.log(`Made the enterprise ${name} with the administrator ${email.toLowerCase()}.`);
  if (isMade) console.log(`Password: ${password}\nIt is shown this once. Please change it after signing in.`);
} else {
  console.error(`${email} is registered already.`);
  process.exitCode = 1;
}
process.exit();
