"""Words and phrases that are general in academic English and in computing: they name no idea that papers share.

Closed lists, made for no corpus in particular. Words stand as folded (singular, American), phrases without
spaces, as identities do.
"""

HEADS = frozenset(
    # A phrase that ends in one of these names a thing said about the work, not a topic.
    """
ability absence abstract accordance account achievement acquisition adoption advance advancement advantage agreement
aim amount analog angle answer appearance applicability application applied approach area argument aspect assessment
assumption attempt author availability baseline basis behavior benefit body bottleneck burden capability capacity case
category cause challenge chance change characteristic characteristics choice claim class clue collection combination
comparison competitiveness competitor complexity component comprehensive concept concern conclusion condition
configuration consequence consideration constraint consumption context contrast contribution cost count counterpart
coverage criterion curve day deal decade decline decrease deficiency definition degradation degree demand demonstration
dependence deployment description design desire detail development deviation difference difficulty dimension direction
discovery discussion distinction diversity domain drawback drop dynamic ease effect effectiveness efficacy efficiency
effort element emergence emphasis end environment error establishment estimate evaluation evidence evolution example
exception execution existence expense experience experiment explanation exploration expression extension extent fact
factor failure familiarity family fashion feasibility feature field figure finding flexibility focus form formulation
foundation fraction framework function functionality fundamental future gain gap generality goal group growth guarantee
guideline hand help hour hypothesis idea impact implementation implication importance improvement increase index
inefficiency influence information insight instance interest interplay introduction investigation issue item key kind
lack landscape leap leverage level limit limitation line link list literature lot magnitude majority manner margin
maximum meaning means measure measurement mechanism medium method methodology metric mind minimum minute mode
modification month motivation multitude name nature necessity need notion novelty number numbers objective observation
obstacle offering one operation operator opportunity option order outcome outline output overhead overview paper
paradigm parameter part path pattern people percent percentage performance period perspective phase phenomenon piece
pipeline place platform point popularity position possibility potential practice practitioner prerequisite presence
principle problem procedure process product progress project promise property proportion proposal prospect protocol
purpose quality quantity question range rate ratio rationale reality reason recipe reduction reference regime region
relation relationship release relevance reliability report requirement research researcher resource respect response
restriction result review rise role rule savings saving scalability scale scenario scheme scope second section sense
sensitivity series set setting setup shape share shift shortcoming side significance similarity simplicity situation
size software solution sort source space speed speedup spot stage stakeholder standard starting state statement
statistic status step story strategy strength structure study style subject subset success suggestion suitability suite
summary superiority support surge survey system systems table target task team technique technology term theme theory
thing thought throughput time tool toolbox toolkit topic total tradeoff trade-off trait treatment trend trial trouble
type understanding unit usage use user utility utilization validation validity value variant variation variety version
view viewpoint viability volume week weakness work workflow workload world year accuracy algorithm model network
architecture data dataset datasets benchmark code library repository input layer latency memory computation training
inference machine hardware processing learning generation optimization science community art program engine phenomena
scientist engineer server device checkpoint needed optimal efficient efficacious effective aware free based related
specific independent agnostic scalable page length width height designed applicable portion attribute sake
""".split()  # noqa: SIM905
)

SOFT_HEADS = frozenset(
    # Heads that make a topic with a topical word before them ("CUDA kernel", "code generation"), and none alone.
    """
accuracy algorithm analysis architecture attention benchmark code community computation control data dataset
deployment device engine experience formulation function generation hardware image inference layer learning library
machine measurement memory model network operation operator optimization pipeline platform processing product program
protocol regression server service software space storage structure system table test theory training unit workload
world
""".split()  # noqa: SIM905
)

COMPOUNDS = frozenset(
    # Openings that praise or count on their own, and are part of a name here.
    {
        ("average", "precision"),
        ("average", "case"),
        ("best", "first"),
        ("central", "limit"),
        ("core", "set"),
        ("fast", "fourier"),
        ("final", "state"),
        ("first", "order"),
        ("free", "energy"),
        ("free", "space"),
        ("general", "relativity"),
        ("hard", "negative"),
        ("high", "dimensional"),
        ("high", "energy"),
        ("high", "order"),
        ("high", "performance"),
        ("high", "resolution"),
        ("higher", "order"),
        ("key", "value"),
        ("key", "point"),
        ("key", "frame"),
        ("large", "deviation"),
        ("large", "margin"),
        ("large", "scale"),
        ("local", "search"),
        ("long", "context"),
        ("long", "form"),
        ("long", "range"),
        ("long", "sequence"),
        ("long", "short"),
        ("long", "tail"),
        ("long", "term"),
        ("low", "bit"),
        ("low", "dimensional"),
        ("low", "precision"),
        ("low", "rank"),
        ("low", "resource"),
        ("low", "resolution"),
        ("maximum", "likelihood"),
        ("maximum", "flow"),
        ("minimum", "spanning"),
        ("minimal", "surface"),
        ("multiple", "access"),
        ("multiple", "choice"),
        ("multiple", "instance"),
        ("open", "domain"),
        ("open", "set"),
        ("open", "vocabulary"),
        ("open", "world"),
        ("optimal", "control"),
        ("optimal", "transport"),
        ("order", "statistic"),
        ("prior", "knowledge"),
        ("public", "key"),
        ("real", "time"),
        ("relative", "position"),
        ("second", "order"),
        ("set", "cover"),
        ("short", "term"),
        ("single", "cell"),
        ("single", "precision"),
        ("singular", "value"),
        ("small", "world"),
        ("solid", "state"),
        ("special", "function"),
        ("state", "machine"),
        ("state", "space"),
        ("state", "tracking"),
        ("state", "transition"),
        ("steady", "state"),
        ("top", "k"),
        ("total", "variation"),
        ("type", "inference"),
        ("type", "system"),
        ("type", "theory"),
        ("user", "interface"),
        ("user", "modeling"),
        ("weak", "supervision"),
        ("zero", "knowledge"),
        ("zero", "shot"),
        ("few", "shot"),
        ("zero", "day"),
    }
)

WAITING = frozenset(
    # The second words of compounds that wait for a noun: "low-rank", but not "optimal transport".
    """
bit context dimensional domain energy form order performance position precision range resolution resource scale
sequence set shot space tail term time transition value vocabulary
""".split()  # noqa: SIM905
)

MODIFIERS = frozenset(
    # A phrase that opens with one of these is the phrase after it, praised or counted.
    """
able abundant acceptable accessible actual additional adequate advanced advantageous affordable aforementioned
alternative ample analogous appropriate arbitrary associated attractive available average aware bad basic beneficial
best better big bigger brief broad broader careful carefully central certain challenging cheap clean clear close
closer combined common comparable compared compelling competitive complementary complete complex complicated
comprehensive conceptual concrete considerable consistent contemporary conventional correct corresponding costly
critical crucial current cutting dedicated deeper default demanding desirable desired detailed different difficult
distinct diverse dominant dramatic due earlier early easy effective efficient elegant emerging empirical enormous
entire equal equivalent essential established evident exact excellent exceptional excessive exciting existing
expensive experimental explicit extensive extra extreme faster fast favorable feasible few final fine first flexible
following foremost free frequent full fundamental further future general generic given good great greater growing hard
heavy high higher highest highly huge ideal identical immediate immense impactful important impossible impressive
improved inadequate increased increasing individual ineffective inefficient inevitable inexpensive inferior
informative initial innovative input insightful insufficient integral intensive interesting intermediate intricate
intrinsic intuitive key large larger largest latest leading lengthy lightweight limited little local long longer low
lower lowest main major manual massive meaningful mere minimal minimum minor modern modest multiple myriad naive
narrow native necessary negligible new newer next nontrivial notable noteworthy novel numerous obvious old older open
optimal optimized optimum ordinary original outstanding overall paramount particular past perfect perspective pivotal
plausible poor popular possible potent potential powerful practical predominant present prevalent prevailing previous
primary principal principled prior profound prohibitive prominent promising proper proposed public pure quick quicker
rapid rare raw ready real reasonable recent redundant related relative relevant reliable remarkable representative
required respective resulting rich rigorous robust rough same satisfactory satisfying scarce seamless second secondary
selected sensible separate serious severe significant similar simple simpler simplified single slow slower small
smaller smallest solid sophisticated special specialized specific standard straightforward strategic strict striking
strong stronger subsequent substantial subtle successful such sufficient suitable superior surprising sustainable
systematic tailored temporary third thorough tight tiny top total tough traditional transformative tremendous trivial
true typical ubiquitous ultimate unavailable uncommon underexplored understudied unified uniform unique universal
unknown unlike unnecessary unparalleled unprecedented upper urgent useful usual valid valuable varied various varying
vast viable vital weak well whole wide wider widespread worst worthwhile wrong zero prone short comparative capable
""".split()  # noqa: SIM905
)

OPENERS = frozenset(
    # Nouns and numbers that only count or report, when they open a phrase.
    """
core target time thousand million billion trillion hundred dozen today user author researcher paper work approach
method result study experiment evaluation performance art comparison approximate theoretical technical number amount
variety range series set order lack presence use usage case type kind form part level degree rate field class family
body wealth majority combination collection impact effect effectiveness importance role need hour minute day week
month year percent end step
""".split()  # noqa: SIM905
)

STOP_IDENTITIES = frozenset(
    # Whole phrases: the names of the fields themselves, and what every second abstract says.
    """
largelanguagemodel languagemodel largemodel smalllanguagemodel foundationmodel pretrainedlanguagemodel pretrainedmodel
pretrainedlargelanguagemodel generativemodel deeplearningmodel machinelearningmodel deeplearning machinelearning
artificialintelligence neuralnetwork deepneuralnetwork artificialneuralnetwork neuralnetworkmodel deepmodel
generativeai aimodel aisystem largescale stateoftheart state-of-the-art opensource openweight endtoend realworld
realtime fullstack highperformance highquality highlevel lowlevel lowcost largemodels computerscience datascience
bigdata computersystem softwareengineering computationalcost computationcost computationalresource computationresource
computeresource computingresource memoryfootprint memoryusage memoryconsumption memoryrequirement modelsize
modelperformance modelaccuracy batchsize trainingtime inferencetime trainingdata traindata testdata trainingset
testset trainingprocess inputdata orderofmagnitude casestudy ablationstudy proofofconcept futurework futureresearch
graphicsprocessingunit centralprocessingunit gpu cpu llm dnn ai ml nn dl lm plm nlp naturallanguage
naturallanguageprocessing sota api os pc it gb mb kb tb ms ii iii iv usd url pdf json xml html id faq r&d 2d 3d 1d 4d
2x 3x 4x 5x 10x 1b 2b 3b 7b 8b 13b 14b 32b 70b 8gb 16gb 24gb 32gb 80gb modeltraining trainingmodel modelinference
inferenceefficiency trainingefficiency computationalefficiency energyefficiency computationalcomplexity timecomplexity
runtime speedup tradeoff wellknown openproblem finetuning finetune finetuned pretraining pretrain pretrained fewshot
zeroshot multimodal nontrivial onthefly plugandplay dropin thirdparty databased knowledgebase crossdomain groundtruth
userstudy userexperience userinterface researcharea researchfield researchcommunity researchquestion previousstudy
literaturereview softwaresystem dataset database workload benchmark baseline framework workflow pipeline bottleneck
throughput network software hardware costeffective multilevel overhead codebase toolkit resourceconstrained
timeconsuming lifecycle usecase upto multistage twostage onestage singlestage stepbystep sidebyside lessthan worldwide
takeaway inferencesystem trainingsystem aicommunity computationalpower outputtoken trainingbudget generationmodel
downstreamtask microbenchmark forwardpass backwardpass wallclock wallclocktime accuracyloss datastructure datatype
sourcecode softwaredevelopment operatingsystem aiapplication aitask publiclyavailable openlyavailable
diminishingreturn lineofcode hyperparameter hyperparametertuning numericalexperiment trainedmodel trainmodel
reasoningmodel aiworkload deepneural experimentalresult modelarchitecture modelparameter modelweight
networkarchitecture deeplearningframework machinelearningalgorithm learningalgorithm learningmodel datacollection
dataprocessing dataanalysis languagemodeling languageprocessing transformermodel gpuhardware trainablemodel
""".split()  # noqa: SIM905
)

STAPLES = frozenset(
    # What papers of any topic compare with, train on or run on: two that do so are not therefore related.
    """
gpt gpt2 gpt3 gpt3.5 gpt4 gpt4o chatgpt bert roberta llama llama2 llama3 llama3.1 qwen qwen2 qwen2.5 qwen3 mistral
gemini claude resnet resnet50 imagenet cifar cifar10 cifar100 mnist coco glue superglue squad wikitext wikitext2
wikitext103 c4 mmlu mmlupro gsm8k math aime aime24 aime25 humaneval a100 h100 v100 rtx rtx3090 rtx4090 nvidiagpu
nvidiaa100 fp16 fp32 bf16 fp8 int32 rmse mae mse bleu rouge f1 auc fps flop flops slo gpgpu
""".split()  # noqa: SIM905
)

PROPER_STOPS = frozenset(
    # Capitalised words that name places, peoples, languages, times, firms and people of the whole trade.
    """
american english chinese german french japanese korean spanish european asian african indian italian russian arabic
china europe america germany france japan korea india usa tokyo london paris berlin york california stanford berkeley
january february march april may june july august september october november december monday tuesday wednesday
thursday friday saturday sunday google microsoft amazon apple meta facebook openai intel amd nvidia huawei alibaba
tencent baidu bytedance samsung ibm qualcomm arm github gitlab huggingface hugging face arxiv twitter wikipedia
internet web figure table section theorem lemma algorithm equation appendix university institute laboratory acm ieee
keywords bayesian gaussian markov euclidean boolean
""".split()  # noqa: SIM905
)
