import type { ConfigOf, NodeType } from '@parley/journey';
import type { ReactNode } from 'react';

/** @property set the fields that are to be others; typing in one field is one step back */
export type FormProps<Type extends NodeType> = { config: ConfigOf<Type>; set: (changes: Partial<ConfigOf<Type>>) => void };
export type NodeForm<Type extends NodeType> = (props: FormProps<Type>) => ReactNode;
