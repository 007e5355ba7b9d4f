package dev.belfry.api.http;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.contract.Contract;
import dev.belfry.api.contract.DraftReader;
import dev.belfry.api.contract.OperationContract;
import dev.belfry.platform.error.Violation;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/** Every operation by its {@code operationId}, the one key from contract to code. */
public final class OperationRegistry {
  private final Map<String, Entry> operations = new TreeMap<>();
  private final OperationCalls calls = new OperationCalls();

  /** An operation and what becomes of its body once the schema has let it through. */
  record Entry(DraftReader<?> body, Operation method, boolean inSets, boolean inTurn) {
    Entry(DraftReader<?> body, Operation method) {
      this(body, method, false, false);
    }

    private Entry writingInSets() {
      return new Entry(body, method, true, inTurn);
    }

    private Entry takingTurns() {
      return new Entry(body, method, inSets, true);
    }
  }

  /** Adds an operation; an id that is already there is a fault. */
  public OperationRegistry add(String operationId, Operation operation) {
    return add(operationId, body -> List.of(), operation);
  }

  /** Adds an operation whose body has rules that a schema cannot say. */
  public OperationRegistry add(String operationId, BodyRules rules, Operation operation) {
    return put(
        operationId,
        new Entry(new DraftReader<ObjectNode>(Function.identity(), rules::violations), operation));
  }

  /** Adds an operation whose body becomes a draft. */
  @SuppressWarnings("unchecked") // The reader beside the operation has made its draft.
  public <D> OperationRegistry add(
      String operationId, DraftReader<D> body, DraftOperation<D> operation) {
    return put(
        operationId, new Entry(body, request -> operation.answer(request, (D) request.draft())));
  }

  private OperationRegistry put(String operationId, Entry entry) {
    if (operations.putIfAbsent(operationId, entry) != null) {
      throw new IllegalStateException("Two operations are registered as " + operationId);
    }
    return this;
  }

  /**
   * Adds an operation that works on a draft instead of a JSON tree. The codec reads each body once;
   * the rules and the operation get the same draft.
   *
   * @param codec reads a normalised body; members that violate the schema are absent from it
   * @param rules what is wrong with a draft that the schema cannot say
   */
  public <D> OperationRegistry add(
      String operationId,
      Function<ObjectNode, D> codec,
      Function<? super D, List<Violation>> rules,
      DraftOperation<? super D> operation) {
    return add(operationId, new DraftReader<D>(codec, rules), operation::answer);
  }

  /**
   * Says of operations that they usually write by one {@code BulkStatement} and nothing else, so
   * that requests with a precondition share transactions.
   */
  public OperationRegistry inSets(String... operationIds) {
    for (String id : operationIds) {
      operations.put(id, operation(id).writingInSets());
    }
    return this;
  }

  /**
   * Says of operations that they judge what they change by what they have read, so that those of
   * one resource take turns.
   */
  public OperationRegistry inTurn(String... operationIds) {
    for (String id : operationIds) {
      operations.put(id, operation(id).takingTurns());
    }
    return this;
  }

  /** Calls operations from within another one, once the router has connected them. */
  public OperationCalls calls() {
    return calls;
  }

  /** The operation of an id that {@link #requireEqual} has found in the contract. */
  Entry operation(String operationId) {
    return requireNonNull(operations.get(operationId), operationId);
  }

  /**
   * Refuses to go on when contract and registry differ by one id. The contract itself is served by
   * the router.
   */
  public void requireEqual(Contract contract) {
    Set<String> onlyContract = new TreeSet<>();
    for (OperationContract operation : contract.operations()) {
      if (!operation.id().equals(ContractPages.OPERATION)) {
        onlyContract.add(operation.id());
      }
    }
    Set<String> onlyCode = new TreeSet<>(operations.keySet());
    onlyCode.removeAll(onlyContract);
    onlyContract.removeAll(operations.keySet());
    if (!onlyCode.isEmpty() || !onlyContract.isEmpty()) {
      throw new IllegalStateException(
          "Contract and code differ: only in the contract "
              + onlyContract
              + ", only in the code "
              + onlyCode);
    }
  }
}
