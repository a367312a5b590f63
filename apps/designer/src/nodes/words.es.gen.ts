// Written by `npm run nodes` out of the folders beside it.
import messageText from './message.text/words.es.json';
import messageMedia from './message.media/words.es.json';
import messageButtons from './message.buttons/words.es.json';
import messageList from './message.list/words.es.json';
import messageTemplate from './message.template/words.es.json';
import messageCard from './message.card/words.es.json';
import messageLocation from './message.location/words.es.json';
import inputText from './input.text/words.es.json';
import inputNumber from './input.number/words.es.json';
import inputDate from './input.date/words.es.json';
import inputPhone from './input.phone/words.es.json';
import inputEmail from './input.email/words.es.json';
import inputChoice from './input.choice/words.es.json';
import inputMedia from './input.media/words.es.json';
import inputLocation from './input.location/words.es.json';
import inputForm from './input.form/words.es.json';
import logicCondition from './logic.condition/words.es.json';
import logicSwitch from './logic.switch/words.es.json';
import logicSplit from './logic.split/words.es.json';
import logicWait from './logic.wait/words.es.json';
import logicOpen from './logic.open/words.es.json';
import logicLoop from './logic.loop/words.es.json';
import logicGoto from './logic.goto/words.es.json';
import logicStream from './logic.stream/words.es.json';
import dataSet from './data.set/words.es.json';
import dataCustomer from './data.customer/words.es.json';
import dataSets from './data.sets/words.es.json';
import dataHttp from './data.http/words.es.json';
import dataQuery from './data.query/words.es.json';
import dataSpeech from './data.speech/words.es.json';
import talkSkill from './talk.skill/words.es.json';
import talkKnowledge from './talk.knowledge/words.es.json';
import talkDepartment from './talk.department/words.es.json';
import talkEnd from './talk.end/words.es.json';
import markMilestone from './mark.milestone/words.es.json';
import markNote from './mark.note/words.es.json';
import markEnd from './mark.end/words.es.json';

export const words = {
  'message.text': messageText,
  'message.media': messageMedia,
  'message.buttons': messageButtons,
  'message.list': messageList,
  'message.template': messageTemplate,
  'message.card': messageCard,
  'message.location': messageLocation,
  'input.text': inputText,
  'input.number': inputNumber,
  'input.date': inputDate,
  'input.phone': inputPhone,
  'input.email': inputEmail,
  'input.choice': inputChoice,
  'input.media': inputMedia,
  'input.location': inputLocation,
  'input.form': inputForm,
  'logic.condition': logicCondition,
  'logic.switch': logicSwitch,
  'logic.split': logicSplit,
  'logic.wait': logicWait,
  'logic.open': logicOpen,
  'logic.loop': logicLoop,
  'logic.goto': logicGoto,
  'logic.stream': logicStream,
  'data.set': dataSet,
  'data.customer': dataCustomer,
  'data.sets': dataSets,
  'data.http': dataHttp,
  'data.query': dataQuery,
  'data.speech': dataSpeech,
  'talk.skill': talkSkill,
  'talk.knowledge': talkKnowledge,
  'talk.department': talkDepartment,
  'talk.end': talkEnd,
  'mark.milestone': markMilestone,
  'mark.note': markNote,
  'mark.end': markEnd,
};
