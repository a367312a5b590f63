/** Exports of streams for other domains. */

// Each frame of the designer is let in by the access that it was given.
export { authenticateFrame } from './designer-access/access.service.ts';
// Packages name what is outside of them, and are tried before they are installed.
export { findNamedRefs } from './pack/named-refs.ts';
export { playPacked } from './pack/play.ts';
// Reports lead from a message to the walk that has sent it.
export { walksOfMessages } from './row/send.repository.ts';

// The demo begins with the examples, an encap that is launched, and walks.

export { addEncap } from './encap/encap.service.ts';
export { addPublished } from './journey/journey.seed.ts';
export { startLaunch } from './launch/launch.service.ts';
export { createWalkSteps } from './step/instance.once.ts';
