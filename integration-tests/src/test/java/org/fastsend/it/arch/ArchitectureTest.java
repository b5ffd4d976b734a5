package org.fastsend.it.arch;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.fastsend.it.arch.ArchitectureTest.MainCode;

/// The shape of the program: which module and package may know what. Each rule names its reason.
@AnalyzeClasses(packages = "org.fastsend", importOptions = MainCode.class)
class ArchitectureTest {
    private static final String[] PURE = {
        "org.fastsend.core.time..",
        "org.fastsend.core.extent..",
        "org.fastsend.core.block..",
        "org.fastsend.core.seal..",
        "org.fastsend.core.manifest..",
        "org.fastsend.core.stripe..",
        "org.fastsend.core.collect..",
        "org.fastsend.core.wire..",
        "org.fastsend.core.transport..",
        "org.fastsend.core.recovery..",
        "org.fastsend.core.congestion..",
        "org.fastsend.core.channel.."
    };

    /// Neither tests nor the simulator's jar; JMH's generated code is nobody's.
    static final class MainCode implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("/test-classes/")
                    && !location.contains("-tests.jar")
                    && !location.contains("/jmh_generated/");
        }
    }

    @ArchTest
    static final ArchRule coreKnowsOnlyItself = knowsOnly("core");

    @ArchTest
    static final ArchRule overlayKnowsOnlyCore = knowsOnly("overlay", "core");

    @ArchTest
    static final ArchRule serverKnowsNoOtherEdge = knowsOnly("server", "core", "overlay");

    @ArchTest
    static final ArchRule relayKnowsNoOtherEdge = knowsOnly("relay", "core", "overlay");

    @ArchTest
    static final ArchRule clientKnowsNoOtherEdge = knowsOnly("client", "core", "overlay");

    @ArchTest
    static final ArchRule packagesHaveNoCycles =
            slices().matching("org.fastsend.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule everyPackageIsNullMarked = classes()
            .should(new NullMarkedPackage())
            .because("a package without @NullMarked on its package-info escapes NullAway");

    @ArchTest
    static final ArchRule nettyStaysAtTheSockets = noClasses()
            .that()
            .resideOutsideOfPackages(
                    "..net..",
                    "org.fastsend.server.control..",
                    "org.fastsend.server.data..",
                    "org.fastsend.relay.serve..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.netty..")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule bouncyCastleStaysWithTheKeys = noClasses()
            .that()
            .resideOutsideOfPackages(
                    "org.fastsend.core.seal..", "org.fastsend.core.trust..", "org.fastsend.server.auth..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.bouncycastle..")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule picocliStaysAtTheCommandLine = noClasses()
            .that()
            .resideOutsideOfPackage("..cli..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("picocli..")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule pureCodeTellsByEventsNotLogs = noClasses()
            .that()
            .resideInAnyPackage(PURE)
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.slf4j..")
            .allowEmptyShould(true);

    /// Time and chance come in from outside, so that a simulated run is the same every time. Benchmarks measure the
    /// real time.
    @ArchTest
    static final ArchRule timeAndChanceComeFromOutside = noClasses()
            .that(DescribedPredicate.not(mayAskTheMachine()))
            .should()
            .accessTargetWhere(readsTimeOrChance())
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule namesSayWhatAThingIs = noClasses()
            .should()
            .haveSimpleNameEndingWith("Manager")
            .orShould()
            .haveSimpleNameEndingWith("Util")
            .orShould()
            .haveSimpleNameEndingWith("Utils")
            .orShould()
            .haveSimpleNameEndingWith("Helper")
            .orShould()
            .haveSimpleNameEndingWith("Impl")
            .orShould()
            .resideInAnyPackage("..util..", "..utils..", "..common..", "..misc..", "..impl..");

    @ArchTest
    static final ArchRule noStaticCanBeReassigned =
            fields().that().areStatic().should().beFinal().allowEmptyShould(true);

    @ArchTest
    static final ArchRule noStaticCanBeChanged = fields().that()
            .areStatic()
            .should()
            .notHaveRawType(resideInAnyPackage("java.util.concurrent.atomic..", "java.util.concurrent.locks.."))
            .andShould(new UnchangeableStatic())
            .allowEmptyShould(true);

    private static ArchRule knowsOnly(String module, String... others) {
        Set<String> allowed = new HashSet<>(Set.of(others));
        allowed.add(module);
        return noClasses()
                .that()
                .resideInAPackage("org.fastsend." + module + "..")
                .should()
                .dependOnClassesThat(new DescribedPredicate<>("are outside " + allowed) {
                    @Override
                    public boolean test(JavaClass used) {
                        String name = used.getPackageName() + ".";
                        return name.startsWith("org.fastsend.")
                                && allowed.stream().noneMatch(m -> name.startsWith("org.fastsend." + m + "."));
                    }
                })
                .allowEmptyShould(true);
    }

    private static DescribedPredicate<JavaClass> mayAskTheMachine() {
        return new DescribedPredicate<>("are at the command line, system clocks, or benchmarks") {
            @Override
            public boolean test(JavaClass c) {
                if (c.getPackageName().equals("org.fastsend.core.time")) {
                    String name = outermost(c).getSimpleName();
                    return name.startsWith("System") && (name.endsWith("Clock") || name.equals("SystemRandom"));
                }
                return resideInAnyPackage("..cli..", "org.fastsend.it.bench..").test(c);
            }
        };
    }

    private static JavaClass outermost(JavaClass c) {
        return c.getEnclosingClass().map(ArchitectureTest::outermost).orElse(c);
    }

    private static DescribedPredicate<JavaAccess<?>> readsTimeOrChance() {
        return new DescribedPredicate<>("reads the clock, sleeps, or draws unseeded chance") {
            @Override
            public boolean test(JavaAccess<?> access) {
                String owner = access.getTargetOwner().getName();
                String name = access.getTarget().getName();
                return switch (owner) {
                    case "java.lang.System" -> name.equals("nanoTime") || name.equals("currentTimeMillis");
                    case "java.lang.Thread", "java.util.concurrent.TimeUnit" -> name.equals("sleep");
                    case "java.lang.Math" -> name.equals("random");
                    case "java.util.concurrent.ThreadLocalRandom" -> true;
                    case "java.util.Random", "java.util.SplittableRandom", "java.util.Date" -> name.equals("<init>");
                    case "java.util.UUID" -> name.equals("randomUUID");
                    case "java.time.Clock" -> name.startsWith("system") || name.startsWith("tick");
                    default -> owner.startsWith("java.time.") && name.equals("now");
                };
            }
        };
    }

    /// A static constant holds a value, not a collection that grows: that would be a global variable.
    private static final class UnchangeableStatic extends ArchCondition<JavaField> {
        UnchangeableStatic() {
            super("not be of a type that changes");
        }

        @Override
        public void check(JavaField field, ConditionEvents events) {
            JavaClass type = field.getRawType();
            boolean collection =
                    !type.isInterface() && (type.isAssignableTo(Collection.class) || type.isAssignableTo(Map.class));
            if (collection || type.isAssignableTo(ThreadLocal.class)) {
                events.add(SimpleConditionEvent.violated(
                        field, field.getFullName() + " is of the changing type " + type.getName()));
            }
        }
    }
}
