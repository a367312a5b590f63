import type { Node } from '../document/node.ts';
import { ask } from './nodes/input.ts';
import { choose, condition, loop, split, wait } from './nodes/logic.ts';
import { choices, location, media, text } from './nodes/message.ts';
import { skill } from './nodes/skill.ts';
import { customer, department, endChat, http, knowledge, milestone, query, set, sets, speech } from './nodes/work.ts';
import { leave, NodeFault, type Outcome, type Turn } from './turn.ts';

/** Does the work of a node. @throws NodeFault for what it cannot do, which leaves by `error` */
export function execute(turn: Turn, node: Node): Outcome {
  switch (node.type) {
    case 'message.text':
      return text(turn, node);
    case 'message.media':
      return media(turn, node);
    case 'message.location':
      return location(turn, node);
    case 'message.buttons':
    case 'message.list':
    case 'message.template':
    case 'message.card':
      return choices(turn, node);
    case 'input.text':
    case 'input.number':
    case 'input.date':
    case 'input.phone':
    case 'input.email':
    case 'input.choice':
    case 'input.media':
    case 'input.location':
      return ask(turn, node);
    case 'logic.condition':
      return condition(turn, node);
    case 'logic.switch':
      return choose(turn, node);
    case 'logic.split':
      return split(turn, node);
    case 'logic.wait':
      return wait(turn, node);
    case 'logic.loop':
      return loop(turn, node);
    case 'logic.goto':
      return { kind: 'goto', node: node.config.node };
    case 'logic.stream': {
      const given = Object.entries(node.config.given);
      return {
        kind: 'enter',
        stream: node.config.stream.id,
        given: Object.fromEntries(given.map(([name, source]) => [name, turn.value(source)])),
        secret: given.flatMap(([name, source]) => (turn.isSecret(source) ? [name] : [])),
      };
    }
    case 'data.set':
      return set(turn, node);
    case 'data.customer':
      return customer(turn, node);
    case 'data.sets':
      return sets(turn, node);
    case 'data.http':
      return http(turn, node);
    case 'data.query':
      return query(turn, node);
    case 'data.speech':
      return speech(turn, node);
    case 'talk.skill':
      return skill(turn, node);
    case 'talk.knowledge':
      return knowledge(turn, node);
    case 'talk.department':
      return department(turn, node);
    case 'talk.end':
      return endChat(turn, node);
    case 'mark.milestone':
      return milestone(turn, node);
    case 'mark.end':
      return { kind: 'end', outcome: node.config.outcome };
    case 'mark.note':
      return leave('next');
    // Forms and opening hours come with what they need.
    case 'input.form':
    case 'logic.open':
      throw new NodeFault('This kind of node does not run yet.');
  }
}
