import type { FormField } from '../field.ts';
import { toFlowId } from './flow-id.ts';

/** Name of a field's component, by which its answer comes back. A name of the form suits; a field without one has its id. */
export const fieldNameOf = ({ name, id }: Pick<FormField, 'name' | 'id'>): string => (name === '' ? `field_${toFlowId(id)}` : name);
