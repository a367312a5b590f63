import type { z } from '@parley/contract';
import { faultsBySchema } from '../../../lib/schema-faults.ts';
import { signInWords } from '../../../locales/sign-in.ts';

type Errors = Record<string, string>;

/**
 * The contract's own checks, plus the two that hang on more than one field and must not wait until all others pass: equal passwords,
 * and a captcha while the server asks for one.
 */
export function validateAccount<T extends Record<string, unknown>>(schema: z.ZodType, options: { needsCaptcha?: boolean } = {}) {
  return (values: T): Errors => {
    const errors: Errors = faultsBySchema(schema, values);
    if (options.needsCaptcha && String(values.captcha ?? '').trim() === '') errors.captcha = signInWords.signIn('captchaMandatory');
    const { password, confirmPassword } = values;
    if (confirmPassword && password !== confirmPassword) errors.confirmPassword = signInWords.signIn('passwordsDiffer');
    return errors;
  };
}
