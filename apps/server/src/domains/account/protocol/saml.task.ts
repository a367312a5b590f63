import { ssoLimits } from '@parley/contract';
import { defineConfined } from '#platform/confined/confined.task.ts';
import type { MetadataReading } from './saml.metadata.read.ts';
import type { SamlMessage, SamlReading } from './saml.read.ts';

/**
 * Reads a message that anybody may send: signatures are over a canonical form, which a small message can make very large, so it is read in a
 * process that can be ended.
 */
export const readSamlMessage = defineConfined<SamlMessage, SamlReading>({
  module: new URL('./saml.read.ts', import.meta.url),
  subject: 'The message of the provider',
  timeoutMs: 5000,
  // Room for certificates and addresses beside the message
  largestInputBytes: ssoLimits.messageLength + 200_000,
  largestOutputBytes: 2 * ssoLimits.messageLength,
});

/** Reads what an administrator pasted or named: a small text can hold elements in a depth and number that take seconds to walk. */
export const readSamlMetadata = defineConfined<string, MetadataReading>({
  module: new URL('./saml.metadata.read.ts', import.meta.url),
  subject: 'The metadata of the provider',
  timeoutMs: 5000,
  // Size as JSON: a quote takes two characters, one that no text shows takes six.
  largestInputBytes: 6 * ssoLimits.metadataLength,
  largestOutputBytes: 2 * ssoLimits.metadataLength,
});
