import { type ErrorCode, type ErrorData, errorCatalog, type FieldError } from '@parley/contract';

/** The error that services throw. The contract's catalogue has the HTTP status of the code and the shape of its data. */
export class DomainError<C extends ErrorCode = ErrorCode> extends Error {
  readonly code: C;
  readonly data: ErrorData<C>;
  constructor(code: C, message: string, data: ErrorData<C>, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DomainError';
    this.code = code;
    this.data = data;
  }
  get httpStatus(): number {
    return errorCatalog[this.code].status;
  }
}

export const loginRequired = () => new DomainError('login_required', 'Session Expired! Please login', { login_required: true });
export const twoFactorRequired = () =>
  new DomainError('twofactor.required', 'Your enterprise requires a second factor. Please set one up first.', {});
export const proofNeeded = () => new DomainError('proof.needed', 'Please prove again who you are.', {});
export const accessDenied = (permissions: readonly string[]) =>
  new DomainError('1403', 'You are not allowed to do this.', { permissions: [...permissions] });
export const invalidRequest = (...errors: FieldError[]) =>
  new DomainError(
    'request.invalid',
    errors.map(({ field, message }) => (field ? `${field}: ${message}` : message)).join(' ') || 'The request is not valid.',
    { issues: errors.map(({ message, ...fault }) => ({ ...fault, reason: message })) },
  );
