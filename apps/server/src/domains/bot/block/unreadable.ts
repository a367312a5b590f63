import { DomainError } from '#platform/http/domain-error.ts';

/** A source that cannot be read, with a reason for the screen. */
export const unreadable = (reason: string) => new DomainError('knowledge.invalid', reason, {});
