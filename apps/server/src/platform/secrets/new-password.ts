import { faultTexts } from '@parley/contract';
import { invalidRequest } from '../http/domain-error.ts';
import { hashPassword } from './password.ts';

/** ASVS 5.0, 6.2.4: the most used passwords that are long enough to be chosen here. */
const mostUsed = 3000;
const shortest = 8;

let known: Promise<ReadonlySet<string>> | undefined;

/** Read when somebody first chooses a password: half a megabyte that most starts do not need. */
async function readCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const listed = dictionary['passwords-common'] as readonly string[];
  return new Set(
    listed
      .filter(({ length }) => length >= shortest)
      .slice(0, mostUsed)
      .map((word) => word.toLowerCase()),
  );
}

/**
 * The hash of a password that somebody has chosen.
 * @throws DomainError request.invalid for one of those that everybody tries first, however it is spelled
 */
export async function hashNewPassword(password: string): Promise<string> {
  known ??= readCommonPasswords();
  const code = 'password.common';
  if ((await known).has(password.toLowerCase())) throw invalidRequest({ field: 'password', code, values: {}, message: faultTexts[code] });
  return hashPassword(password);
}
