import { z } from 'zod';

// Zod probes `eval` when an object schema is made, and a strict content security policy reports that. Every schema of the
// product imports z from here, so the setting is made before the first of them.
if ('document' in globalThis) z.config({ jitless: true });

export { z };
