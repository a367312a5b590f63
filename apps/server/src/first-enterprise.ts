import { administratorRole } from '@parley/contract';
import { violatedConstraint } from '#platform/db/database.ts';
import { newId } from '#platform/ids.ts';
import { hashNewPassword } from '#platform/secrets/new-password.ts';
import { readConfig } from './config.ts';
import { enterpriseContext } from './context-of.ts';
import { addUser, createEnterprise } from './domains/account/door.ts';
import { start } from './start.ts';

export type FirstEnterprise = { name: string; email: string; administrator: string; password: string };

/**
 * Makes an enterprise and its administrator in the database of the configuration, which it migrates.
 * @returns false when somebody has registered with the e-mail address already
 * @throws ConfigError
 */
export async function makeFirstEnterprise({ name, email, administrator, password }: FirstEnterprise): Promise<boolean> {
  const config = readConfig(process.env, []);
  // Starting the program without roles, on a port that nobody knows, migrates the database.
  const running = await start({ ...config, roles: [], host: '127.0.0.1', port: 0, hasDemo: false, logLevel: 'error' });
  try {
    const enterpriseId = newId();
    const passwordHash = await hashNewPassword(password);
    await enterpriseContext(running.deps, enterpriseId).transaction(async (tx) => {
      await createEnterprise(tx, enterpriseId, { name });
      await addUser(tx, enterpriseId, { name: administrator, email, passwordHash, roles: [administratorRole], activatedAt: new Date() });
    });
    return true;
  } catch (error) {
    if (violatedConstraint(error) !== 'users_email_key') throw error;
    return false;
  } finally {
    await running.stop();
  }
}
