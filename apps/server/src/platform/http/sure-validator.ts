import type { FastifySchemaCompiler } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { DomainError } from './domain-error.ts';

/** Validates by the contract's schemas. Should one of them throw, the request is refused all the same: what cannot be read is not valid. */
export const sureValidator: FastifySchemaCompiler<Parameters<typeof validatorCompiler>[0]['schema']> = (route) => {
  const validate = validatorCompiler(route);
  return (value) => {
    try {
      return validate(value);
    } catch (cause) {
      return { error: new DomainError('request.malformed', 'The request could not be read.', { reason: 'value' }, { cause }) };
    }
  };
};
