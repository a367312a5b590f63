import type { TemplateComponent } from '@parley/contract';
import { variableGroups, variableKey } from '@parley/contract/channel/template-variables';
import type { Node } from '@parley/journey';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApi } from '../frame/api-context.ts';

/** A name that a map of a node's form has by itself. @property sample what it may be, for who fills it in */
export type Placeholder = { key: string; sample: string };
const none: readonly Placeholder[] = [];

/** The placeholders of the template that a node sends: nobody has to know their names. */
export function usePlaceholders(node: Node | undefined): readonly Placeholder[] {
  const api = useApi();
  const template = node?.type === 'message.template' ? node.config.template : undefined;
  const { data } = useQuery({
    queryKey: ['refs', 'template', template?.name ?? '', ''],
    queryFn: () => api.refs('template', template?.name ?? ''),
    enabled: template !== undefined && template.id !== '',
  });
  const components = data?.find(({ id }) => id === template?.id)?.extra.components;
  return useMemo(
    () =>
      Array.isArray(components)
        ? variableGroups(components as TemplateComponent[]).flatMap((group) =>
            group.variables.map(({ variable, sample }) => ({ key: variableKey(group, variable), sample })),
          )
        : none,
    [components],
  );
}
