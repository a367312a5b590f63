import type { FormProps } from '../shared/form.types.ts';
import { Question } from '../shared/question.tsx';

export const Form = ({ config, set }: FormProps<'input.email'>) => <Question config={config} set={set} type="Text" />;
