import type * as hooks from 'preact/hooks';
import { kit } from './kit.ts';

export const { useEffect, useRef, useState } = kit().hooks as typeof hooks;
