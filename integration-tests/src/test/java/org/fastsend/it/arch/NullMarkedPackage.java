package org.fastsend.it.arch;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import org.jspecify.annotations.NullMarked;

/// Holds for a class whose package says @NullMarked; the mark does not reach subpackages.
final class NullMarkedPackage extends ArchCondition<JavaClass> {
    NullMarkedPackage() {
        super("be in a @NullMarked package");
    }

    @Override
    public void check(JavaClass item, ConditionEvents events) {
        boolean marked = item.getPackage()
                .tryGetPackageInfo()
                .map(info -> info.isAnnotatedWith(NullMarked.class))
                .orElse(false);
        if (!marked) {
            events.add(SimpleConditionEvent.violated(
                    item, item.getPackageName() + " lacks a package-info.java with @NullMarked"));
        }
    }
}
