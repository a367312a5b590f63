import { readConfig } from './config.ts';
import { type Unlocking, unlock } from './domains/account/door.ts';
import { start } from './start.ts';

/**
 * Clears what keeps an enterprise out, in the database of the configuration, which it migrates. Mails go out when the server runs again.
 * @returns what was cleared; undefined where nobody of that e-mail is an administrator
 * @throws ConfigError
 */
export async function unlockEnterprise(environment: NodeJS.ProcessEnv, email: string, what: Unlocking): Promise<string[] | undefined> {
  const config = readConfig(environment, []);
  // Starting the program without roles, on a port that nobody knows, migrates the database.
  const running = await start({ ...config, roles: [], host: '127.0.0.1', port: 0, hasDemo: false, logLevel: 'error' });
  try {
    return await unlock(running.deps, email, what);
  } finally {
    await running.stop();
  }
}
