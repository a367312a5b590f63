// Written by `npm run nodes` out of the folders beside it.
import messageText from './message.text/words.en.json';
import messageMedia from './message.media/words.en.json';
import messageButtons from './message.buttons/words.en.json';
import messageList from './message.list/words.en.json';
import messageTemplate from './message.template/words.en.json';
import messageCard from './message.card/words.en.json';
import messageLocation from './message.location/words.en.json';
import inputText from './input.text/words.en.json';
import inputNumber from './input.number/words.en.json';
import inputDate from './input.date/words.en.json';
import inputPhone from './input.phone/words.en.json';
import inputEmail from './input.email/words.en.json';
import inputChoice from './input.choice/words.en.json';
import inputMedia from './input.media/words.en.json';
import inputLocation from './input.location/words.en.json';
import inputForm from './input.form/words.en.json';
import logicCondition from './logic.condition/words.en.json';
import logicSwitch from './logic.switch/words.en.json';
import logicSplit from './logic.split/words.en.json';
import logicWait from './logic.wait/words.en.json';
import logicOpen from './logic.open/words.en.json';
import logicLoop from './logic.loop/words.en.json';
import logicGoto from './logic.goto/words.en.json';
import logicStream from './logic.stream/words.en.json';
import dataSet from './data.set/words.en.json';
import dataCustomer from './data.customer/words.en.json';
import dataSets from './data.sets/words.en.json';
import dataHttp from './data.http/words.en.json';
import dataQuery from './data.query/words.en.json';
import dataSpeech from './data.speech/words.en.json';
import talkSkill from './talk.skill/words.en.json';
import talkKnowledge from './talk.knowledge/words.en.json';
import talkDepartment from './talk.department/words.en.json';
import talkEnd from './talk.end/words.en.json';
import markMilestone from './mark.milestone/words.en.json';
import markNote from './mark.note/words.en.json';
import markEnd from './mark.end/words.en.json';

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
