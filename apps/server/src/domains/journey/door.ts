/** Exports of streams for other domains. */

// The frames of designers are let in by the access that each was given.
export { authenticateFrame } from './designer/designer.service.ts';

// Reports lead from a message to the walk that has sent it.
export { walksOfMessages } from './row/send.repository.ts';

// The demo begins with the examples.

export { addPublished } from './journey/journey.seed.ts';
