import { LoginRequest, RecoverRequest, SignupRequest } from '@parley/contract';
import { expect, test } from 'vitest';
import '../../../lib/i18n.ts';
import { validateAccount } from './account-rules.ts';

const signup = validateAccount(SignupRequest, { needsCaptcha: true });
const filled = {
  name: 'Ada',
  emailId: 'ada@example.com',
  password: 'longenough',
  confirmPassword: 'longenough',
  termsOfService: true,
  captcha: 'x',
};

test('AUTH-037 AUTH-038 the e-mail texts', () => {
  const recover = validateAccount(RecoverRequest);
  expect(recover({ emailId: '', captcha: '' }).emailId).toBe('This field is mandatory.');
  expect(recover({ emailId: 'ada', captcha: '' }).emailId).toBe('Please enter a valid email address');
});

test('AUTH-040 an empty captcha is told while one is asked for', () => {
  expect(validateAccount(LoginRequest, { needsCaptcha: true })({ email: 'ada@example.com', password: 'x', captcha: ' ' })).toEqual({
    captcha: 'Please enter captcha.',
  });
  expect(validateAccount(LoginRequest)({ email: 'ada@example.com', password: 'x', captcha: '' })).toEqual({});
});

test('AUTH-041 AUTH-042 AUTH-045 the password texts', () => {
  expect(signup({ ...filled, password: '', confirmPassword: '' })).toMatchObject({
    password: 'This field is mandatory.',
    confirmPassword: 'This field is mandatory.',
  });
  expect(signup({ ...filled, password: 'short', confirmPassword: 'short' }).password).toBe(
    'Your Password must be atleast 8 characters long',
  );
});

test('AUTH-043 differing passwords are told even while other fields are wrong', () => {
  expect(signup({ ...filled, name: '', confirmPassword: 'another1' })).toMatchObject({
    confirmPassword: 'Your passwords do not match. Please try again.',
  });
});

test('AUTH-044 a filled form has nothing to say', () => {
  expect(signup(filled)).toEqual({});
});
