/**
 * Words that customers use for one thing, in English, romanised Hindi and Hindi: written for this package. The encoder learns to lay the
 * members of a line side by side, so that a bot that was taught "refund" has heard of "money back" and "paise wapas".
 */
const lines = `refund|money back|reimburse|return my money|get my money|paise wapas|paisa lautao|रिफंड|पैसे वापस|reimbursement|chargeback
cancel|call off|terminate|abort|stop it|drop it|revoke|radd karo|cancel karna|रद्द|कैंसिल|withdraw|undo
order|purchase|bought|buy|shopping|ordered|kharida|khareedna|mangaya|ऑर्डर|खरीदा|खरीदना
deliver|delivery|ship|shipping|shipment|dispatch|courier|bhejna|pahunchana|डिलीवरी|भेजना|arrive|send out
parcel|package|box|consignment|पार्सल|पैकेट|packet|shipment box
track|trace|where is|locate|follow|status|kahan hai|kahan pahuncha|कहाँ है|ट्रैक|स्थिति|whereabouts
late|delay|delayed|overdue|slow|not come|der ho gayi|abhi tak nahi|देर|देरी|still waiting|takes too long
price|cost|how much|rate|charge|fee|amount|daam|kitne ka|kitna|कीमत|दाम|कितने का|pricing|tariff|expensive|quote
discount|offer|coupon|voucher|promo|deal|sale|promotion|chhoot|छूट|ऑफर|cheaper|rebate
pay|payment|checkout|bhugtan|paise dena|भुगतान|पेमेंट|settle|transaction
card|credit card|debit card|visa|mastercard|कार्ड|plastic
cash|cod|cash on delivery|notes|nakad|नकद|coins
instalment|emi|monthly payments|in parts|kist|किस्त|finance|pay later|installments|zero percent
invoice|bill|receipt|statement|rasid|बिल|रसीद|billing
account|profile|login|sign in|log in|khata|खाता|अकाउंट|membership
password|pin|passcode|secret code|forgot password|पासवर्ड|otp|credentials
change|modify|update|edit|alter|badalna|badlo|बदलना|बदलें|switch|adjust|revise
address|location|street|residence|pata|पता|place|house number
open|opening hours|timing|business hours|kab khulta|khula|समय|खुला|working hours
close|closing|shut|band|kab band|बंद|closed
store|shop|outlet|branch|showroom|dukan|दुकान|शोरूम|dealer
near me|nearby|nearest|closest|around here|paas mein|nazdeek|नज़दीक|पास में
help|assist|support|guide|madad|sahayata|मदद|सहायता|assistance
agent|human|person|representative|operator|staff|real person|aadmi|इंसान|एजेंट|someone
call|phone|ring|dial|telephone|call me|phone karo|फोन|कॉल|contact number
email|mail|inbox|e mail|ईमेल|mail id
complaint|complain|unhappy|not satisfied|bad service|shikayat|शिकायत|terrible|disappointed|worst
broken|damaged|defective|faulty|not working|kharab|toota|खराब|टूटा|does not work|cracked|malfunction
repair|fix|mend|service|theek karo|ठीक|मरम्मत|restore
return|send back|give back|wapas|लौटाना|वापस|returning
exchange|replace|swap|replacement|badli|another one|बदली|substitute
warranty|guarantee|covered|guaranty|वारंटी|गारंटी|coverage
size|dimension|measurement|length|width|height|naap|साइज़|आकार|how big|large|small
weight|heavy|kilos|light|vajan|वजन|kg
colour|color|shade|rang|रंग|red|blue|green
available|in stock|availability|have it|uplabdh|mil jayega|उपलब्ध|out of stock|sold out
product|item|article|goods|model|saman|सामान|वस्तु|merchandise
compare|difference|versus|better|which one|antar|फर्क|तुलना|vs
recommend|suggest|advise|which should i|best|sujhav|सुझाव|recommendation|advice
trial|try|demo|test|sample|free trial|आज़माना|trial period
quality|good|durable|material|made of|gunvatta|गुणवत्ता|fabric
hello|hi|hey|good morning|good evening|namaste|नमस्ते|हैलो|greetings|howdy
goodbye|bye|see you|farewell|alvida|अलविदा|take care|later
thanks|thank you|grateful|appreciate|dhanyavad|shukriya|धन्यवाद|शुक्रिया|cheers
yes|yeah|sure|correct|right|okay|haan|ji haan|हाँ|जी|of course|affirmative|yep
no|nope|not|never|wrong|nahi|नहीं|negative|nah
maybe|perhaps|not sure|unsure|shayad|शायद|i do not know|dunno
sorry|apologise|apology|pardon|maaf|माफ|excuse me
book|reserve|booking|reservation|schedule|appointment|बुक|आरक्षण|arrange
flight|plane|airline|airport|fly|udaan|उड़ान|जहाज|aeroplane
train|railway|station|rail|gaadi|ट्रेन|रेल
bus|coach|बस|bus stop
taxi|cab|uber|ride|auto|टैक्सी|lift
hotel|room|stay|lodging|accommodation|kamra|होटल|कमरा|inn|motel
restaurant|dinner|lunch|eat out|table|khana|रेस्टोरेंट|खाना|diner|meal
recipe|cook|ingredients|bake|pakana|पकाना|dish|cooking
food|eat|hungry|snack|bhojan|भोजन|grocery
weather|rain|temperature|forecast|sunny|mausam|barish|मौसम|बारिश|climate|snow
time|clock|hour|what time|samay|kitne baje|समय|बजे
date|day|today|calendar|tareekh|aaj|तारीख|आज
tomorrow|next day|kal|कल
alarm|wake me|wake up|snooze|jagana|अलार्म|जगाना
reminder|remind me|do not forget|yaad dilana|याद|remember to|memo
timer|countdown|stopwatch|टाइमर
music|song|play|tune|gaana|संगीत|गाना|playlist|album|listen
movie|film|cinema|show times|पिक्चर|फिल्म|theatre
news|headlines|khabar|समाचार|खबर|breaking news
joke|funny|make me laugh|chutkula|मज़ाक|humour
message|text|sms|send message|sandesh|संदेश|मैसेज|write to
meeting|conference|appointment with|call with|baithak|बैठक|मीटिंग
holiday|vacation|leave|time off|chhutti|छुट्टी|day off|pto
salary|pay slip|wages|income|paycheck|tankhwah|वेतन|तनख्वाह|earnings
tax|gst|vat|taxes|kar|टैक्स|कर|duty
loan|borrow|credit|mortgage|udhaar|rin|ऋण|कर्ज|lend
interest|interest rate|apr|byaj|ब्याज|percentage rate
balance|remaining|how much left|shesh|bakaya|शेष|बकाया|available funds
transfer|send money|move money|wire|bhejo paise|ट्रांसफर|remit|remittance
bank|branch|atm|बैंक|banking
savings|save|deposit|bachat|जमा|बचत|put in
withdraw|take out|cash out|nikalna|निकालना|withdrawal
fraud|scam|stolen|suspicious|not me|dhokha|धोखा|unauthorised|unrecognized|hacked
lost|missing|misplaced|cannot find|kho gaya|खो गया|gone|disappeared
block|freeze|lock|suspend|disable|rok do|ब्लॉक|hold
unblock|unlock|reactivate|activate|enable|chalu karo|चालू|activation|unfreeze
limit|maximum|cap|minimum|how many|seema|सीमा|allowance
points|rewards|loyalty|bonus|cashback|miles|इनाम|redeem
insurance|policy|claim|cover|premium|bima|बीमा|insured
doctor|hospital|clinic|medicine|health|dawai|डॉक्टर|दवा|ill|sick
car|vehicle|engine|tyre|tire|motor|gadi|गाड़ी|कार|automobile
fuel|petrol|gas|diesel|mileage|तेल|पेट्रोल|refuel
map|direction|route|how to get|way to|raasta|रास्ता|navigate|distance|far
traffic|jam|congestion|road|यातायात|ट्रैफिक
internet|wifi|network|connection|signal|data|इंटरनेट|नेटवर्क|broadband
phone|mobile|handset|smartphone|मोबाइल|फोन|cell
recharge|top up|plan|data pack|balance recharge|रिचार्ज|tariff plan|prepaid
app|application|software|website|site|ऐप|portal|web page
error|bug|problem|issue|trouble|fails|samasya|dikkat|समस्या|दिक्कत|glitch|crash
slow|laggy|hanging|stuck|freezes|dheere|धीमा|unresponsive
install|setup|set up|configure|assemble|lagana|लगाना|इंस्टॉल|assembly
light|lamp|bulb|brightness|batti|बत्ती|लाइट|dim
turn on|switch on|start|power on|chalu|शुरू|activate it
turn off|switch off|stop|power off|band karo|बंद करो|shut down
volume|loud|sound|quieter|awaaz|आवाज़|mute
language|english|hindi|translate|bhasha|भाषा|speak in|translation|spanish
name|who are you|what are you called|naam|नाम|call yourself
age|how old|umar|उम्र|born|birthday
document|proof|id|papers|certificate|kagaz|दस्तावेज़|कागज़|identity
apply|application|register|enrol|sign up|avedan|आवेदन|join|subscribe
unsubscribe|opt out|stop messages|no more mails|unsubscribe karo|do not contact
job|vacancy|career|hiring|naukri|नौकरी|work|employment
school|course|class|exam|study|padhai|पढ़ाई|परीक्षा|college
ticket|pass|entry|seat|टिकट|admission
gift|present|gift card|uphaar|उपहार|तोहफा
sleep|bed|mattress|pillow|neend|sona|नींद|गद्दा|nap
pain|hurts|back pain|ache|dard|दर्द|sore
clean|wash|dirty|stain|saaf|dhona|साफ|धोना|cleaning
water|drink|paani|पानी|beverage|tea|coffee
gold|jewellery|ring|necklace|sona chandi|सोना|आभूषण
clothes|shirt|dress|shoes|kapde|कपड़े|जूते|wear|outfit
child|kid|baby|son|daughter|bachcha|बच्चा|बेटा|children
house|home|flat|rent|ghar|मकान|घर|apartment|property
safe|secure|privacy|security|surakshit|सुरक्षित|protected|safety
urgent|quickly|fast|asap|immediately|jaldi|turant|जल्दी|तुरंत|right now|hurry
many|quantity|bulk|wholesale|number of|zyada|थोक|lots|several
more|extra|additional|another|aur|और|further
list|show|display|tell me|dikhao|batao|दिखाओ|बताओ|give me|view
add|include|put|insert|jodo|जोड़ो|append
remove|delete|erase|take off|hatao|हटाओ|clear|discard
repeat|again|say again|once more|phir se|dobara|फिर से|दोबारा|pardon me
confirm|verify|check|make sure|pakka|पुष्टि|validate|verification
expire|expiry|valid until|validity|kab tak|वैधता|run out|expiration
new|latest|fresh|naya|नया|brand new|recent
old|previous|last|earlier|purana|पुराना|past|former|history
why|reason|how come|kyun|क्यों|for what
how|in what way|steps|procedure|kaise|कैसे|process|method
who|which person|kaun|कौन|whom
love|like|enjoy|fond of|pasand|पसंद|adore
angry|furious|annoyed|frustrated|gussa|गुस्सा|mad|irritated
happy|glad|great|pleased|khush|खुश|wonderful|delighted
sad|upset|depressed|dukhi|दुखी|unhappy about`;

export const concepts: readonly (readonly string[])[] = lines.split('\n').map((line) => line.split('|'));
