import { authTypes } from '@parley/contract';
import { listFromTool, signInAtTool } from '../client/workflow.tool.ts';
import { checkBase, checkSandbox, type Kind } from './kind.ts';

const mostNamed = 3;

/** An outside workflow tool: signs in and looks at its projects. */
export const workflowKind: Kind<typeof authTypes.workflow> = {
  authType: authTypes.workflow,
  check: async (config, { emailId, baseUrl, sandboxUrl }) => ({
    emailId,
    baseUrl: await checkBase(config, baseUrl),
    sandboxUrl: await checkSandbox(config, sandboxUrl),
  }),
  addressOf: ({ baseUrl }) => baseUrl,
  showsEnding: false,
  async try({ config }, settings, password) {
    const projects = await listFromTool(config, settings, await signInAtTool(config, settings, password), { kind: 'projects' });
    return {
      reply: projects
        .slice(0, mostNamed)
        .map(({ name }) => name)
        .join(', '),
    };
  },
};
