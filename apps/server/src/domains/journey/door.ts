/** What others use of streams. */

// The frames of designers are let in by the access that each was given.
export { authenticateFrame } from './designer/designer.service.ts';

// The demo begins with the examples.

export { addPublished } from './journey/journey.seed.ts';
