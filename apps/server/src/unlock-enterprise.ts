import { parseArgs } from 'node:util';
import { Email, z } from '@parley/contract';

const usage = `Lets an enterprise in again that has locked itself out. What is done stands in its audit trail, and its administrators are mailed.

  npm run enterprise:unlock -- --email ada@acme.example --networks     its list of networks is cleared
  npm run enterprise:unlock -- --email ada@acme.example --sso          single sign-on is not enforced any more
  npm run enterprise:unlock -- --email ada@acme.example --factors      the second factors of this administrator are removed

The e-mail is that of one of its administrators. An embedded database must not be in use: stop the server first.`;

const { values } = parseArgs({
  options: {
    email: { type: 'string' },
    networks: { type: 'boolean', default: false },
    sso: { type: 'boolean', default: false },
    factors: { type: 'boolean', default: false },
    help: { type: 'boolean' },
  },
});
const { email = '', networks, sso, factors } = values;
if (values.help || email === '' || !(networks || sso || factors)) {
  console.log(usage);
  process.exit(values.help ? 0 : 1);
}
const input = z.object({ email: Email }).safeParse({ email });
if (!input.success) {
  for (const issue of input.error.issues) console.error(`${issue.path.join('.')}: ${issue.message}`);
  process.exit(1);
}

// Loaded when there is something to do: what is missing or wrong is told at once.
const { unlockEnterprise } = await import('./unlock.ts');
const done = await unlockEnterprise(process.env, input.data.email, { networks, sso, factors });
if (done === undefined) {
  console.error(`${email} is no active administrator of any enterprise.`);
  process.exitCode = 1;
} else console.log(done.length > 0 ? `Done: ${done.join(', ')}.` : 'There was nothing to clear.');
process.exit();
