import { schemaResolver } from '@mantine/form';
import type { z } from '@parley/contract';
import en from '../../../locales/en/sign-in.json';
import { signInWords } from '../../../locales/sign-in.ts';

type Errors = Record<string, string>;

/**
 * The contract's own checks, plus the two that hang on more than one field and must not wait until all others pass: equal passwords,
 * and a captcha while the server asks for one.
 */
export function validateAccount<T extends Record<string, unknown>>(schema: z.ZodType, options: { needsCaptcha?: boolean } = {}) {
  const resolve = schemaResolver(schema, { sync: true }) as (values: T) => Errors;
  return (values: T): Errors => {
    const errors: Errors = {};
    for (const [field, message] of Object.entries(resolve(values))) errors[field] ??= inLanguage(String(message));
    if (options.needsCaptcha && String(values.captcha ?? '').trim() === '') errors.captcha = signInWords.signIn('captchaMandatory');
    const { password, confirmPassword } = values;
    if (confirmPassword && password !== confirmPassword) errors.confirmPassword = signInWords.signIn('passwordsDiffer');
    return errors;
  };
}

const knownKeys = ['mandatory', 'emailInvalid', 'passwordShort', 'passwordsDiffer', 'captchaMandatory', 'termsRequired'] as const;

/** The contract speaks English; the words we know are said in the user's language. */
function inLanguage(message: string): string {
  const key = knownKeys.find((known) => en.signIn[known] === message);
  return key ? signInWords.signIn(key) : message;
}
