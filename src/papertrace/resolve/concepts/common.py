"""Single words that are common in English or all over computing: alone, they say nothing that papers share.

A background table in its barest form. It holds words of many senses ("cache", "compiler", "tensor", "decoding"):
they make good concepts within a phrase and bad ones alone. Words stand as folded: lower case, singular.
"""

from papertrace.resolve.concepts.general import HEADS, MODIFIERS, OPENERS

_WORDS = frozenset(
    """
abbreviation object missing ensemble speculate million abstraction accelerate acceleration accelerator
access accident accumulation accumulator accurate acid action activate activation active activity actor adaptation
adapted adaptive additive address adoptive advice affordance agency agent agentic agenda agnostic aggregate
aggregation air alarm algebra algebraic algorithmic alignment allocate allocation alone ambiguity analysis analyst
analytic analytical anchor animal annotation anomaly anticipate appeal applicable application approximation arbitrary
architectural archive aspiration array arithmetic arm arrangement arrival art article artifact artificial artist
aspect assembly assert assess assignment assist assistance assistant association asynchronous atlas atomic attack
attacker attempt attention attitude attribute auction audience audio audit augmentation augmented authority automate
automated automatic automation autonomous auxiliary award axis background backward bag balance balanced balancing band
bandwidth bank bar barrier base batch batched batching battery beam belief bell bidirectional binary binding
biological bit blind block blood board body bond book boost border bound boundary box brain branch breadth break
bridge brightness broadcast budget buffer bug builder building bulk bundle bus business button byte cache caching
calculation calibration call camera campaign canonical capital capture car card care career carrier cascade cast
catalog causal cell center century certainty chain channel chapter character characterization chart chat check child
chip choice chunk circle circuit citizen city civil clarity classic classical classification classifier client climate
clinic clinical clock closed closure cloud cluster clustering coarse coding cognitive coherence cold collaboration
collaborative collection collective college color column combinatorial commerce commercial commit commitment commodity
communication community company comparator compatibility competence competition compilation compiler completeness
completion complexity composite composition compositional compress compressed compressing compression compressor
computational compute computer computing concurrency concurrent conditional conduct conference confidence conflict
connection connectivity consensus conservation consistency constant construct construction consumer contact container
contention contest continuous contract contrastive control controlled controller convergence conversation conversion
convex convolution convolutional cooperation cooperative coordinate coordination copy core corner corpus correction
correctness correlation coupled coupling course covariance cover crash creation creative creativity crisis critic
critique crop cross crowd cue cultural culture currency cursor curvature custom customer customization cut cycle cyber
damage danger dark dashboard data database date dead debate debt debug debugging decay decision declaration decoder
decoding decomposed decomposition decompose deduction deep defect defense delay delegation delete delivery dense
density dependency depth derivative descent descriptor designer desktop destination detector deterministic developer
device diagnosis diagonal diagram dialog dictionary diet difference differential diffusion digital dimensional direct
directed directory disability disaster discipline discourse discrete discretization discrimination disease disk
dispatch display dissemination distance distillation distort distortion distributed distribution distributional
divergence document dominance door dose downstream draft drawing drive driver driving drone drug dual duality
duplicate duration duty dynamical dynamics eagle earth economic economy ecosystem edge edit editing editor education
educational elastic elasticity election electric electrical electronic electronics elimination email embedded
embedding emission emotion emotional empire employee encode encoder encoding encryption encounter energy enforcement
engagement engineering enterprise entertainment entity entropy entry enumeration environmental epoch equality equation
equilibrium equity equivalence equivalent erosion estimation estimator ethical ethics event evolutionary evolving
examination exchange exclusive execute executable executing exercise exhaustive expansion expectation expert expertise
explainability explainable explanation exploit exploitation exponent exponential export expressive expressiveness
expressivity extension external extraction extreme eye fabric face facial factorization factory fair fairness faith
fake fast fault feature federated fee feedback feed fiction fidelity file film filter filtering finance financial
finger finite fire firm fix fixed flash flight float floating floor flow fluid focus fold food force forecast
forecasting forest forget formal format formation forum forward foundation fraction fragment frame freedom frequency
friction friend frontier fuel fused fusion fuzzy galaxy game gaming gap gas gate gating gaze gender gene generator
genetic geographic geometric geometry gesture giant global glass good government gradient grain grammar graph graphic
graphical graphics gravity greedy green grid ground group growth guard guidance habit hand handling hard harm hash
hashing head header health healthcare hearing heart heat height help heterogeneity heterogeneous heuristic hidden
hierarchical hierarchy high higher history hole home homogeneous host hospital hot house human humanity hybrid
hydrogen icon ideal identification identifier identity illusion illustration image imagery imaging imitation immersive
immune implicit import incentive incident inclusion incremental independence independent induction inductive
industrial industry inequality inertia inference information infrastructure inherent inheritance initialization
injection injury inner inspection install institution institutional instruction instrument insurance integer integral
integration integrity intelligence intelligent intensity intent intention inter interaction interactive interconnect
interest interface interference interior interleaved interleaving internal international interpretability
interpretation interpreter interval intervention interview invariance invariant inverse investment iron irregular
island isolation iteration iterative job joint journal journey judge judgment jump jury justice kernel key keyboard
keyword kinematics kit knot knowledge label labeling labor laboratory ladder lake language laptop laser latent lattice
law lawyer layout leader leadership leaf leak leakage learner learned lecture legal lesson letter library license life
lifetime light lightning likelihood linear linguistic linkage linked liquid listening literacy live load lock log
logic logical loop loss lottery lossy lossless love magic magnetic mail maintenance management manager manifold
manipulation manual manufacturing map mapping margin marginal marker market marketing mask masking mass master match
matching material math mathematical mathematics matrix mature maximization meal meaning mechanic mechanical media
mediation medical medicine meeting member memory mental mention menu merge merging mesh mess message messaging meta
metadata metal meter microphone migration mind mining minimization mirror mission mixed mixing mixer mixture mobile
mobility modal modality modeling moderate modification modular modularity module molecular molecule moment money
monitor monitoring moon motion motivation motor mouse move movement movie moving multi multidimensional multimedia
multiplication multiplier multitask multivariate museum music musical mutation mutual nation native natural navigation
neighbor neighborhood nested net neural neuron neutral news newspaper node noise noisy nonlinear nonlinearity norm
normal normalization normative notation note null nurse numeric numerical obstacle occurrence ocean office officer
offline omega online opening operand operating operational opinion optical optimize optimized optimizer optimizing
oracle orbit orchestration ordering organ organization orientation orthogonal orthogonality oscillation outer outlier
outsourcing overlap overlapping override owner ownership pace pack package packet page pain painting pair pairing
pairwise panel parallel parallelism parallelization parallelize paradox parameterization parent parity park parsing
parser partial participant participation particle partition partitioned partitioning partner pass passage passenger
passing passive password patch patent path patient payment peak peer pen penalty perception perceptual perceived
permission permutation persistence person persona personal personality personalization personalized personnel phase
philosophy phone photo photograph physic physical physician physics picture pilot pipe pixel plan plane planet planner
planning plant plasticity plate play player plot plug poem poet poetry police policy political politics poll pollution
polynomial pool pooling population port portfolio pose positive post posterior potential poverty power practical
precision predictability prediction predictive predictor preference prefix pregnancy premise preparation preprocessing
prescription presentation preservation president pressure prevention price pricing primitive print printing priority
prison privacy private probabilistic probability probe producer production professional professor profile profiler
profiling profit programmer programming projection prompt prompting proof propagation proportional proposition
protection prototype provenance provider provision proximity proxy pruned psychology publication publisher pulse
purchase puzzle quadratic qualitative quantitative quantum query queue quotation race radar radiation radio radius
random randomization randomized randomness ranking rare ray reaction reader reading realism realistic reality
reasoning rebuild recall receiver recent recipe recognition recommendation recommender reconstruction record recording
recovery rectangle recurrence recurrent recursion recursive recycling reduced redundancy refinement reflection reform
refresh regional register registration registry regression regret regular regularity regularization regulation
rehabilitation reinforcement rejection relational relative relaxation relief religion remote rendering renewal repair
repetition replacement replay replica replication reply reporting representation reproduction reproducibility
reputation request rescue reserve reservoir residual resilience resistance resonance restoration retrieval retraining
reuse revenue reverse revision reward rhythm rhetoric right ring risk ritual river road robot robotic robotics
robustness root rotation rotor round route router routing row safe safety sale salience sample sampling sampler sanity
satellite satisfaction saving scaling scan scanning scarcity scatter scene schedule scheduler scheduling schema school
scientific score scratch screen script sea search season seasonal secret section sector secure security seed segment
segmentation selection selective self semantic semantics seminar sender sensing sensor sentence sentiment separation
sequence sequential serial server service serving session setup sex shadow shallow shape shared sharing shell shop
shopping short shuffle sign signal signature silence silicon simulate simulating simulation simulator single singular
singularity skeleton sketch skill skin sleep slice slot smart smooth smoothing snapshot social society software soil
solar solver sound spanning spatial spatiotemporal speaker speaking specialist specialization specification spectral
spectrum speculative speech spin sport spread square stability stable stack staff standardization star start startup
state static station stationary statistic steady stem step stereo stimulation stimulus stochastic stock storage store
story storytelling stranger stream streaming street stress stretch string structural structured student style subgraph
submission subspace substitution substructure subtask sum super supervised supervision supply surface surrogate
surveillance survival suspension swarm swap switch switching symbol symbolic symmetric symmetry symptom
synchronization synchronous syntax synthesis synthetic tail talk tape taste tax taxonomy teacher teaching teammate
telephone television temperature template temporal tension tensor terminal terrain terrorism testing text textual
texture thermal thesis thinking thread threading threat threshold tile tiling timing tissue title token tolerance tone
topology total touch tour tower toxicity trace tracing track tracker tracking trade trading tradition traffic training
train trainable trainer trajectory transaction transcription transfer transform transformation transient transition
translate translation translator transmission transparency transparent transport transportation trap travel traversal
tree trial triangle trip trust truth tuning tunnel turbulence tutor tutorial twin typing uncertainty underlying
understandability uniform unifying union unit unity universe university unstructured unsupervised update upgrade urban
usability usage vaccine validation valuation variable variance vector vectorized vehicle verification verifier version
vertex vertical veteran victim video violation violence virtual virtualization virus visibility vision visual
visualization vocabulary voice voltage volume volunteer vote voter voting vulnerability wait walk walking wall war
warehouse warm warning warp waste watch water wave weak weapon wear weather web website weight weighted width wild
wildlife win window winner wire wireless wisdom word worker working workplace workshop worldwide worst writer writing
zone zoom mathematic characteristic dubbed named trained generated generating publicly computationally scalable scaled
proficiency benchmarking mismatch inefficient insufficient suboptimal accessible sourced regressive gigabyte percent
billion trillion competitive instance realizing mitigating outperforming developing highlighting designing designed
implement implementing implemented implementable continue enabling retention ranging emerged integrating increased
increasing needed supported customized targeted measured automating sparse infinite splitting split dominate uncertain
disproportionate advancing unexplored expressing considering ablation experimentation upstream
""".split()  # noqa: SIM905 - words read best so
)

COMMON = _WORDS | HEADS | MODIFIERS | OPENERS
