import * as before from './src/parts/before.ts';
import * as file from './src/parts/file.ts';
import * as forms from './src/parts/forms.ts';
import * as message from './src/parts/message.ts';
import { keepPart } from './src/parts.ts';

// Tests draw parts at once: how they are loaded is the journeys' to see.
keepPart('message', message);
keepPart('forms', forms);
keepPart('file', file);
keepPart('before', before);
