import { ConditionField } from '../../fields/condition-field.tsx';
import type { FormProps } from '../shared/form.types.ts';

export const Form = ({ config, set }: FormProps<'logic.condition'>) => (
  <ConditionField value={config.test} onChange={(test) => set({ test })} />
);
